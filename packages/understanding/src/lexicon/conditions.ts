/** Illnesses, injuries, allergies and disabilities. */
export const CONDITIONS = `
health: health healthy wellbeing wellness "medical history"
condition < health: illness disease disorder syndrome diagnosis diagnosed ailment chronic ill sickness "medical condition" "health condition" "health problem" "health issue"
allergy < condition: allergy allergies allergic anaphylaxis anaphylactic epipen "allergic reaction" "react badly"
allergen: allergen allergens allergenic
hay_fever < allergy sneeze: "hay fever" hayfever pollen antihistamine "allergic rhinitis" telfast zyrtec cetirizine loratadine fexofenadine claritin "pollen season" "itchy eyes" "grass pollen" "birch pollen"
nut_allergy < allergy nut: "nut allergy" "peanut allergy" "allergic to nuts" "allergic to peanuts"
bee_allergy < allergy insect_sting: "bee allergy" "wasp allergy" "allergic to bees" "allergic to wasps"
pet_allergy < allergy: dander "cat allergy" "dog allergy" "allergic to cats" "allergic to dogs" "pet hair"
dust_allergy < allergy: dust dustmite dustmites "dust mite" "dust mites" "dust allergy"
drug_allergy < allergy medicine: "drug allergy" "penicillin allergy" "medication allergy" "allergic to penicillin"
latex < allergen: latex "latex allergy"
nickel < allergen: nickel "nickel allergy"
mould < allergen: damp mould mold mouldy moldy mildew "damp patch" "rising damp" "black mould" condensation
insect_sting < injury: sting stung "insect bite" "bee sting" "wasp sting" "mosquito bite"
intolerance < condition: intolerance intolerant sensitivity "food intolerance" "can't digest" "cannot digest" "can't tolerate"
lactose_intolerance < intolerance dairy: lactose "lactose intolerant" "lactose intolerance" "lactose free" lactase lactaid "dairy free" "can she have milk" "can he have milk" "have milk" "milk allergy"
gluten_intolerance < intolerance gluten: coeliac celiac "gluten intolerant" "gluten intolerance" "gluten free" "wheat intolerance" "eat bread" "have bread" "no gluten" "no wheat" coeliacs celiacs "eat gluten" "eat wheat"
autoimmune < condition immune_system: autoimmune "autoimmune disease"
diabetes < condition: diabetes diabetic insulin glucose "blood sugar" prediabetic hypoglycaemia hypoglycemia "type 1 diabetes" "type 2 diabetes"
breathing_problem < symptom: "breathing problem" "breathing problems" "breathing trouble" "trouble breathing" "breathing difficulties" "breathing condition"
asthma < condition breathing_problem lung: asthma asthmatic inhaler "asthma attack"
copd < condition lung: copd emphysema
bronchitis < condition lung: bronchitis "chest infection"
pneumonia < condition lung: pneumonia
tuberculosis < condition lung: tuberculosis tb
high_blood_pressure < condition blood_pressure: hypertension hypertensive "high blood pressure"
heart_disease < condition heart: "heart disease" "heart condition" "heart problem" "heart failure" arrhythmia murmur "atrial fibrillation"
heart_attack < heart_disease: "heart attack" "cardiac arrest" bypass stent
pacemaker < heart_disease: pacemaker defibrillator
stroke < condition brain: aneurysm "mini stroke" "brain haemorrhage" "had a stroke" "suffered a stroke" "a stroke"
blood_clot < condition blood: clot thrombosis dvt embolism
anaemia < condition blood: anaemia anemia anaemic anemic "iron deficiency" "low iron"
haemophilia < condition blood: haemophilia hemophilia "bleeding disorder"
cancer < condition: cancer tumour tumor oncology malignant leukaemia leukemia lymphoma melanoma chemotherapy chemo
breast_cancer < cancer breast: "breast cancer" mastectomy mammogram
skin_cancer < cancer skin: "skin cancer" melanoma
epilepsy < condition brain: epilepsy epileptic seizure convulsion
parkinsons < condition brain: parkinson parkinsons "parkinson's disease"
dementia < condition brain: dementia alzheimer alzheimers "memory loss" "alzheimer's disease"
multiple_sclerosis < condition nerve: "multiple sclerosis"
concussion < injury head: concussion concussed "head injury"
thyroid < condition hormone: thyroid hypothyroidism hyperthyroidism hashimoto underactive
arthritis < condition joint: arthritis arthritic rheumatoid osteoarthritis rheumatism gout
osteoporosis < condition bone: osteoporosis "brittle bones"
fibromyalgia < condition pain: fibromyalgia "chronic pain"
chronic_fatigue < condition fatigue: "chronic fatigue"
ibs < condition gut: ibs "irritable bowel"
crohns < condition gut: crohn crohns colitis "bowel disease"
appendicitis < condition gut: appendix appendicitis appendectomy
ulcer < condition stomach: ulcer gastritis
hernia < condition: hernia
gallstones < condition: gallstone gallstones gallbladder
kidney_stones < condition kidney: "kidney stone" "kidney stones" "kidney disease"
urinary_infection < infection bladder: cystitis uti "urinary tract infection" "bladder infection"
hepatitis < condition liver: hepatitis jaundice cirrhosis
infection < condition: infection infected infectious contagious bacteria bacterial virus viral germs
cold_illness < infection: "common cold" "head cold" "caught a cold" "catch a cold" "have a cold" "got a cold" "had a cold"
flu < infection: flu influenza "swine flu"
covid < infection: covid coronavirus pandemic lockdown quarantine "long covid"
stomach_bug < infection stomach: norovirus gastroenteritis "stomach bug" "food poisoning" "tummy bug" "stomach flu" salmonella
chickenpox < infection: chickenpox "chicken pox" shingles
measles < infection: measles mumps rubella
malaria < infection: malaria dengue "yellow fever" zika
lyme_disease < infection: lyme "lyme disease" "tick bite"
hiv < infection: hiv "hiv positive"
sexual_infection < infection: chlamydia gonorrhoea syphilis herpes std sti hpv
fungal_infection < infection: fungal "athlete's foot" candida fungus
lice < infection: lice nits headlice "head lice"
conjunctivitis < infection eye: conjunctivitis "pink eye" stye
eczema < condition skin: eczema dermatitis "dry skin"
psoriasis < condition skin: psoriasis
acne < condition skin: acne pimple zit blackhead
rosacea < condition skin: rosacea
sunburn < injury skin: sunburn sunburnt sunburned "sun burn" "burn easily" "sensitive skin" sunburns "burns easily" "in the sun" "fair skinned" peels
wart < condition skin: wart verruca
cataract < condition eye: cataract glaucoma "macular degeneration"
endometriosis < condition womb: endometriosis fibroids pcos "polycystic ovary"
menopause < hormone: menopause menopausal perimenopause
menstruation < health: menstruation menstrual tampon "monthly period" "sanitary pad" "menstrual cycle"
sleep_apnoea < sleep_disorder: apnoea apnea cpap "sleep apnoea" "sleep apnea"
injury < health: injury injured injure wound wounded accident "got hurt" "hurt myself"
fracture < injury bone: fracture fractured "broken bone" "broken leg" "broken arm" "plaster cast" "broke my" "broken wrist" "broken ankle" "broken foot"
sprain < injury joint: sprain sprained twisted dislocated "pulled muscle" "torn ligament" "torn muscle"
knee_injury < injury knee: "knee injury" "injured knee" "torn meniscus" "knee surgery" "torn acl"
tendonitis < injury joint: tendonitis tendinitis "tennis elbow" "carpal tunnel" "repetitive strain" rsi tendinopathy "golfer's elbow" "trigger finger" "de quervain" "wrist splint" "wrist brace" splint "wrist pain" "hand pain" "trouble with my hands" "trouble with my hand" "hands hurt" "wrist hurts" "typing hurts" "sore wrist"
burn_injury < injury skin: scald burnt "burned myself" "burn injury"
cut_injury < injury skin: graze scratch "cut myself" "open wound" "needed stitches" "got stitches" wound wounds suture sutures "stitches out" "stitches removed" bandage dressing
bite_injury < injury: "dog bite" bitten "snake bite" rabies
poisoning < injury: poisoning poisoned poison overdose toxic
disability < condition: disability disabled impairment handicap handicapped "special needs" "blue badge" "mobility scooter" "white cane" crutches prosthetic prosthesis
wheelchair < disability: wheelchair "wheelchair user" "mobility scooter"
walking_aid < disability: crutch crutches "walking stick" cane zimmer "walking frame"
accessibility: accessible accessibility wheelchair ramp "step free" "disabled access" "reduced mobility" "no lift" "no stairs" stairlift
paralysis < disability: paralysed paralyzed paralysis paraplegic quadriplegic
amputation < disability: amputee amputated prosthetic prosthesis "artificial leg"
cerebral_palsy < disability: "cerebral palsy"
down_syndrome < disability: "down syndrome" "down's syndrome"
autism < condition: autism autistic asperger aspergers neurodivergent asperger's "on the spectrum" neurodiverse
adhd < condition: adhd hyperactive "attention deficit"
dyslexia < condition: dyslexia dyslexic dyscalculia dyspraxia "learning difficulty" "learning disability" dysgraphia "trouble reading" "difficulty reading" "trouble writing" "difficulty writing" "trouble spelling" "reading difficulty" "reading difficulties" "reads slowly" "letters backwards" "reading problem" "reading test" "learning difficulties" "problems reading" "problem reading"
stammer < condition: stammer stutter lisp "speech impediment" stammers stammering stutters stuttering "speech problem" "speech difficulty" "trouble speaking" "difficulty speaking"
tourettes < condition: tourette tourettes
mental_health < health: "mental health" psychological psychiatric "mental illness" breakdown "low mood" "nervous breakdown" "bad patch" psychosis
depression < mental_health condition: depression depressed depressive "low mood"
anxiety < mental_health condition: anxiety "panic attack" "panic attacks" "anxiety attack" anxious anxiousness
bipolar < mental_health condition: bipolar manic "bipolar disorder"
schizophrenia < mental_health condition: schizophrenia schizophrenic psychosis psychotic
ocd < mental_health condition: ocd obsessive compulsive
ptsd < mental_health condition: ptsd trauma traumatic traumatised traumatized flashback
burnout < mental_health condition: burnout "burned out" "burnt out" overworked
eating_disorder < mental_health condition: anorexia anorexic bulimia bulimic "eating disorder" "binge eating"
postnatal_depression < depression birth: "postnatal depression" "postpartum depression" "baby blues"
suicidal < mental_health: suicide suicidal "self harm"
raynauds < condition blood: raynaud raynauds
vertigo < condition ear: vertigo labyrinthitis meniere menieres
lupus < autoimmune: lupus
sjogrens < autoimmune: sjogren sjogrens
myasthenia < condition muscle: myasthenia "myasthenia gravis"
muscular_dystrophy < condition muscle: dystrophy "muscular dystrophy"
neuropathy < condition nerve: neuropathy neuralgia "trapped nerve"
scoliosis < condition back: scoliosis spondylitis "curved spine"
hypermobility < condition joint: hypermobility hypermobile "ehlers danlos"
restless_legs < sleep_disorder: "restless legs"
low_blood_pressure < condition blood_pressure: hypotension "low blood pressure" "postural tachycardia"
sickle_cell < condition blood: thalassaemia thalassemia "sickle cell"
haemochromatosis < condition blood: haemochromatosis hemochromatosis "iron overload"
cystic_fibrosis < condition lung: "cystic fibrosis" bronchiectasis sarcoidosis "pulmonary fibrosis"
addisons < condition hormone: "addison's disease" "cushing's disease" "cushing's syndrome" "adrenal insufficiency"
graves < thyroid: "graves' disease" "graves disease" goitre goiter
porphyria < condition: porphyria phenylketonuria pku "metabolic disorder"
diverticulitis < condition gut: diverticulitis diverticulosis pancreatitis
haemorrhoids < condition: haemorrhoids hemorrhoids
varicose_veins < condition blood: "varicose veins" phlebitis
lymphoedema < condition: lymphoedema lymphedema oedema edema
vitiligo < condition skin: vitiligo "cold urticaria" hyperhidrosis
motor_neurone < condition nerve: "motor neurone disease" "huntington's disease"
addiction < mental_health condition: addiction addicted addict rehab relapse
alcoholism < addiction alcohol: alcoholic alcoholism "alcoholics anonymous" "drinking problem"
gambling_addiction < addiction gambling: "gambling addiction" "gambling problem"
recovery < health: recover recovered recovery recuperate convalescence "get better" "got better" "getting better" heal healed
`
