/** Medicines, vaccines, treatment, doctors and pregnancy. */
export const CARE = `
medicine < health: medicine medication medicament drug pill tablet capsule dose dosage meds prescribed prescription ointment
antibiotic < medicine: antibiotic antibiotics antibacterial
penicillin < antibiotic: penicillin amoxicillin augmentin ampicillin flucloxacillin
macrolide < antibiotic: erythromycin azithromycin clarithromycin macrolide
tetracycline < antibiotic: doxycycline tetracycline minocycline
cephalosporin < antibiotic: cephalosporin cefalexin cephalexin cefuroxime ceftriaxone
sulfonamide < antibiotic: sulfa sulfonamide sulfonamides trimethoprim bactrim "sulfa drugs"
quinolone < antibiotic: ciprofloxacin levofloxacin quinolone
other_antibiotic < antibiotic: metronidazole nitrofurantoin vancomycin clindamycin gentamicin
painkiller < medicine: painkiller painkillers analgesic "pain relief" "pain killer" "pain medication" "pain reliever"
nsaid < painkiller: nsaid nsaids "anti inflammatory"
ibuprofen < nsaid: ibuprofen advil nurofen motrin
aspirin < nsaid: aspirin
naproxen < nsaid: naproxen aleve diclofenac voltaren
paracetamol < painkiller: paracetamol acetaminophen tylenol panadol
opioid < painkiller: opioid opiate codeine morphine tramadol oxycodone fentanyl hydrocodone vicodin oxycontin
antihistamine < medicine: antihistamine antihistamines cetirizine loratadine zyrtec claritin benadryl piriton fexofenadine telfast
antidepressant < medicine mental_health: antidepressant antidepressants ssri sertraline fluoxetine prozac citalopram escitalopram zoloft lexapro venlafaxine mirtazapine
sedative < medicine: sedative tranquilliser tranquilizer diazepam valium xanax lorazepam alprazolam benzodiazepine
sleeping_pill < medicine sleep: zopiclone zolpidem ambien "sleeping pill" "sleeping pills" "sleeping tablet" "sleeping tablets" melatonin
adhd_medicine < medicine adhd: ritalin adderall methylphenidate concerta vyvanse elvanse lisdexamfetamine atomoxetine
mood_stabiliser < medicine mental_health: lithium lamotrigine quetiapine antipsychotic olanzapine
epilepsy_medicine < medicine epilepsy: valproate levetiracetam keppra carbamazepine
blood_thinner < medicine blood: warfarin heparin anticoagulant apixaban eliquis rivaroxaban xarelto clopidogrel "blood thinner" "blood thinners"
blood_pressure_medicine < medicine blood_pressure: ramipril lisinopril amlodipine losartan bisoprolol atenolol propranolol "beta blocker" "beta blockers" metoprolol
statin < medicine cholesterol: statin statins atorvastatin simvastatin lipitor rosuvastatin
diabetes_medicine < medicine diabetes: metformin insulin ozempic semaglutide gliclazide jardiance forxiga victoza trulicity sitagliptin novorapid humalog lantus tresiba
weight_loss_medicine < medicine losing_weight: ozempic wegovy mounjaro
thyroid_medicine < medicine thyroid: levothyroxine thyroxine synthroid eltroxin euthyrox liothyronine
steroid < medicine: steroid prednisolone prednisone cortisone hydrocortisone cortisol
specific_medicine < medicine: tamoxifen letrozole anastrozole methotrexate adalimumab azathioprine tacrolimus gabapentin pregabalin duloxetine bupropion topiramate carbimazole finasteride tamsulosin digoxin furosemide spironolactone candesartan diltiazem verapamil ezetimibe montelukast tiotropium mesalazine levodopa donepezil memantine risperidone aripiprazole clozapine methadone empagliflozin dapagliflozin allopurinol colchicine sumatriptan rizatriptan dupilumab denosumab
inhaler < medicine asthma: inhaler salbutamol ventolin albuterol symbicort fostair seretide
antacid < medicine: antacid omeprazole gaviscon lansoprazole pantoprazole rennie
antiviral < medicine: antiviral aciclovir acyclovir tamiflu
antifungal < medicine: antifungal fluconazole
malaria_tablets < medicine malaria: malarone "malaria tablets" "malaria pills"
contraception < health: contraception contraceptive condom iud "birth control" "morning after pill" vasectomy "contraceptive pill"
hormone_therapy < medicine hormone: hrt "hormone therapy" "hormone replacement"
fertility < health: fertility infertile infertility ivf "trying for a baby" "trying to conceive" conceive
anaesthetic < medicine: anaesthetic anesthetic anaesthesia anesthesia lidocaine novocaine
eye_drops < medicine eye: "eye drops" eyedrops
cough_medicine < medicine cough: "cough syrup" "cough medicine" lozenge
supplement < medicine: supplement multivitamin probiotic "food supplement" "fish oil" omega creatine magnesium
vitamin < supplement: vitamin vitamins "vitamin d" "vitamin c" "vitamin b12" "folic acid" b12
iron_supplement < supplement: "iron tablets" "iron supplement"
herbal_medicine < medicine: herbal homeopathy homeopathic "natural remedy" naturopath "home remedy"
cannabis < medicine: cannabis marijuana cbd hashish "smoke weed" "smokes weed"
recreational_drug: cocaine heroin ecstasy lsd amphetamine "drug abuse" "hard drugs"
syringe < medicine: syringe injection injections inject needle
first_aid < health: bandage bandaid "band aid" "first aid" "first aid kit" defibrillator cpr "sticking plaster"
thermometer < health: thermometer "body temperature" "take my temperature"
vaccine < health: vaccine vaccination vaccinate vaccinated immunisation immunization jab booster inoculation
flu_vaccine < vaccine flu: "flu shot" "flu jab" "flu vaccine"
covid_vaccine < vaccine covid: pfizer moderna astrazeneca "covid vaccine" "covid jab" "corona vaccine"
tetanus_vaccine < vaccine: tetanus "tetanus shot" "tetanus jab"
travel_vaccine < vaccine: typhoid "hepatitis vaccine" "yellow fever vaccine" "travel vaccine" "rabies vaccine"
child_vaccine < vaccine: mmr polio diphtheria "whooping cough" hpv
treatment < health: treatment therapy cure remedy
doctor: doctor dr physician gp "general practitioner" "family doctor" "medical practice" surgeon specialist
cardiologist < doctor heart: cardiologist cardiology "heart specialist" "heart doctor"
dermatologist < doctor skin: dermatologist dermatology "skin doctor" "skin specialist"
neurologist < doctor brain: neurologist neurology neurosurgeon
oncologist < doctor cancer: oncologist oncology
gynaecologist < doctor womb: gynaecologist gynecologist gynaecology gynecology gyno obgyn "smear test" "pap smear"
urologist < doctor bladder: urologist urology
orthopaedist < doctor bone: orthopaedic orthopedic orthopaedist orthopedist "orthopaedic surgeon"
ent_doctor < doctor ear nose: otolaryngologist "ear nose and throat" "ent doctor" "ent specialist"
paediatrician < doctor: paediatrician pediatrician paediatric pediatric "children's doctor"
ophthalmologist < doctor eye: ophthalmologist ophthalmology "eye doctor" "eye clinic" "eye specialist"
gastroenterologist < doctor gut: gastroenterologist gastroenterology
endocrinologist < doctor hormone: endocrinologist endocrinology
allergist < doctor allergy: allergist allergologist immunologist "allergy test" "allergy specialist"
rheumatologist < doctor joint: rheumatologist rheumatology
lung_doctor < doctor lung: pulmonologist "lung specialist" "lung doctor"
radiologist < doctor: radiologist radiology
psychiatrist < doctor mental_health: psychiatrist psychiatry
therapist < mental_health: therapist psychotherapist psychologist psychotherapy counsellor counselor counselling counseling "talking therapy" cbt
couples_therapy < therapist: "couples therapy" "marriage counselling" "marriage counseling" "couples counselling"
physiotherapist < treatment: physiotherapist physiotherapy physio "physical therapist" "physical therapy"
osteopath < treatment back: osteopath chiropractor chiropractic osteopathy
acupuncture < treatment: acupuncture acupuncturist
speech_therapist < treatment: "speech therapist" "speech therapy" logopaedics
massage < treatment: massage masseur masseuse
podiatrist < treatment foot: podiatrist chiropodist podiatry insoles orthotics
dietitian < treatment diet: dietitian dietician nutritionist
optician < glasses: optician optometrist "eye test" "eye exam"
midwife < birth: midwife midwives doula obstetrician
nurse < health: nurse nursing "district nurse" "practice nurse"
dentist: dentist dental orthodontist hygienist "dental practice" "dental hygienist" dentistry
dental_treatment < dentist tooth: cavity cavities "root canal" veneers "tooth pulled" "dental crown" "tooth extraction" "dental filling"
braces < dentist tooth: braces retainer aligner invisalign
dentures < dentist tooth: denture dentures "false teeth" "dental implant" "dental implants"
dental_care < tooth: toothbrush toothpaste floss mouthwash "brush teeth" "brush my teeth"
hospital < health: hospital clinic ward infirmary hospitalised hospitalized "medical centre" "medical center" inpatient outpatient
emergency_room < hospital: ambulance paramedic "emergency room" "a and e" "intensive care" "casualty department"
surgery_operation < treatment: surgery surgical operated "had an operation" "operating theatre" "operating room" keyhole
transplant < surgery_operation: transplant donor "organ donor" "organ donation"
hip_replacement < surgery_operation hip: "hip replacement" "new hip" "artificial hip"
knee_replacement < surgery_operation knee: "knee replacement" "new knee" "artificial knee"
eye_surgery < surgery_operation eye: lasik "laser eye surgery" "cataract surgery" "eye surgery"
cosmetic_surgery < surgery_operation: botox facelift liposuction "plastic surgery" "cosmetic surgery" "nose job"
caesarean < surgery_operation birth: caesarean cesarean "c section"
medical_test < health: biopsy endoscopy colonoscopy ecg "blood test" "blood tests" "urine test" "medical test" "test results" "cancer screening" "smear test"
scan_imaging < medical_test: mri ultrasound scan xray "x ray" "x rays" "ct scan" "mri scan" "pet scan"
checkup < health: checkup "check up" "health check" "medical examination" "medical exam"
medical_appointment < appointment: "doctor's appointment" "doctor appointment" "dentist appointment" "hospital appointment" "medical appointment"
blood_donation < blood: "blood donation" "donate blood" "give blood" "blood donor" "gave blood"
referral < doctor: referral "second opinion" "sick note" "medical certificate"
pharmacy < health: pharmacy pharmacist chemist drugstore apothecary
pregnancy < health: pregnancy pregnant expecting trimester "due date" "having a baby" "expecting a baby" "baby bump" antenatal prenatal "months along" "weeks along" "months gone" "weeks gone" "months pregnant" "weeks pregnant" "baby due" "second on the way" "with child" ivf "positive test" "twelve week scan" "first trimester" "second trimester" "third trimester" "baby coming" "new baby" conceived "one on the way" "baby on the way" "child on the way" "another on the way" "kid on the way"
morning_sickness < pregnancy nausea: "morning sickness"
miscarriage < pregnancy: miscarriage miscarried stillbirth stillborn
abortion < pregnancy: abortion
birth < life_event: birth born childbirth newborn "gave birth" "give birth" "giving birth" "maternity ward" "in labour" "in labor" "antenatal class" births "waters broke" "home birth" "c section" "water birth" "birth plan"
breastfeeding < baby: breastfeed breastfeeding breastfed "breast milk" "breast feeding"
parental_leave < work: "maternity leave" "paternity leave" "parental leave"
care_home < hospital: hospice "care home" "nursing home" "retirement home" "old people's home" "assisted living"
carer < health: carer caregiver caretaker "looking after" "home care" "home help"
sick_leave < work: "sick leave" "off sick" "sick day" "called in sick" "signed off" "sick note" "sick days"
health_insurance < insurance health: nhs medicare medicaid obamacare "health insurance" "medical insurance" "private healthcare" copay "medical aid" "medical scheme" "sick fund" "sickness fund" "health fund" "health plan" krankenkasse "statutory health" "private health" "dental plan" "dental cover" "health cover" "own risk" "basic insurance" "supplement plan" discovery "blue cross" aetna kaiser cigna bupa
emergency_contact: "emergency contact" "in an emergency" "in case of emergency" "next of kin" "emergency number" "in an accident" "if anything happens" "if something happens" "emergencies call" "call first" "who to call" notify "should be called" "to be called" "be notified" "called in an emergency" "emergency call"
medical_alert: "medical alert" "alert bracelet" "medic alert"
smoking: smoke smoker smoking cigarette tobacco nicotine cigar ashtray "chain smoker"
vaping < smoking: vape vaping "e cigarette" "e cigarettes" ecigarette
quit_smoking < smoking quit: nonsmoker "quit smoking" "stopped smoking" "gave up smoking" "stop smoking" "give up smoking" "nicotine patch" "non smoker"
hygiene: hygiene shower bathe deodorant soap shampoo conditioner wash "bubble bath" "have a bath" "take a bath"
shaving < hygiene: shave shaving razor shaver
skincare < skin: skincare moisturiser moisturizer cleanser lotion "face cream" "skin care"
sunscreen < skincare: sunscreen suncream sunblock "sun cream" "sun lotion" spf
makeup: makeup lipstick mascara eyeliner concealer cosmetics "make up artist"
manicure < nail: manicure pedicure "nail polish" "nail varnish" "nail salon" "gel nails"
haircut < hair: haircut hairdresser barber hairstyle "hair salon" "hair cut" hairstylist
hair_dye < hair: "dye hair" "dyed hair" "hair dye" "hair colour" "hair color" "dyed my hair" "hair highlights"
perfume: perfume cologne aftershave fragrance
spa: spa sauna jacuzzi "hot tub" "steam room" "thermal bath"
pill_box < medicine: pillbox "pill box" "repeat prescription" "pill organiser" "pill organizer"
`
