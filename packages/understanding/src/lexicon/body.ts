/** Parts of the body, senses and symptoms. */
export const BODY = `
body_part: "body part" limb anatomy "internal organ" organ organs
head < body_part: head skull scalp forehead
brain < body_part: brain cerebral neurological
face < body_part: face facial cheek chin jaw jawline
eye < body_part: eye eyelid eyebrow eyelash retina cornea eyesight
ear < body_part: ear earlobe eardrum
nose < body_part: nose nostril nasal sinus
mouth < body_part: mouth lip tongue gum palate
tooth < mouth: tooth teeth molar incisor "wisdom tooth" "wisdom teeth" "milk teeth" "front tooth"
throat < body_part: throat tonsil larynx "vocal cords"
neck < body_part: neck nape cervical
shoulder < body_part: shoulder "shoulder blade" "rotator cuff" collarbone
arm < body_part: arm forearm bicep tricep armpit underarm
elbow < arm: elbow
wrist < arm: wrist wrists "carpal tunnel"
hand < body_part: hand fist knuckle hands knuckles
finger < hand: finger thumb fingertip "index finger" "ring finger" "little finger" pinky
nail < body_part: fingernail toenail nail cuticle
chest < body_part: chest rib ribcage breastbone sternum thorax
breast < body_part: breast nipple bosom
back < body_part: "lower back" "upper back" backache backbone lumbar "bad back" "back pain" "back problem"
spine < back: spine spinal vertebra vertebrae "slipped disc" "herniated disc"
stomach < body_part: stomach tummy belly abdomen abdominal
gut < body_part: bowel intestine gut colon digestive digestion
hip < body_part: hip pelvis pelvic groin
leg < body_part: leg thigh shin calf calves hamstring quad quadriceps
knee < leg: knee kneecap meniscus "anterior cruciate ligament" acl
foot < body_part: foot feet heel instep sole
ankle < leg: ankle achilles
toe < foot: toe "big toe"
skin < body_part: skin complexion pore
hair < body_part: hair hairline fringe bangs
beard < hair: beard moustache mustache stubble sideburns goatee "facial hair"
blonde_hair < hair: blond blonde "fair hair"
brown_hair < hair: brunette "brown hair" "dark hair" "black hair"
red_hair < hair: redhead ginger "red hair" auburn
grey_hair < hair: "grey hair" "gray hair" "going grey" "going gray" "white hair"
curly_hair < hair: curly curls wavy frizzy "curly hair"
baldness < hair: bald balding baldness "hair loss" "losing hair" alopecia
eye_colour < eye: "blue eyes" "brown eyes" "green eyes" "hazel eyes" "grey eyes" "eye colour" "eye color"
bone < body_part: bone skeleton skeletal marrow cartilage
joint < body_part: joint ligament tendon
muscle < body_part: muscle muscular abs glutes
heart < body_part: heart cardiac cardiovascular heartbeat heartrate "heart rate" pulse coronary
lung < body_part: lung respiratory airway bronchial pulmonary
liver < body_part: liver hepatic
kidney < body_part: kidney renal dialysis
bladder < body_part: bladder urinary urine urinate
blood < body_part: blood bloodstream vein artery arteries
blood_type < blood: "blood type" "blood group" "o negative" "o positive" "b positive" rhesus "ab positive" "ab negative"
blood_pressure < blood: "blood pressure" hypertension hypertensive hypotension systolic diastolic
cholesterol < blood: cholesterol ldl hdl statin triglycerides
nerve < body_part: nerve sciatic "nervous system"
hormone: hormone hormonal estrogen oestrogen testosterone cortisol
immune_system: immune immunity immunocompromised immunosuppressed "immune system"
womb < body_part: womb uterus ovary ovaries ovarian cervix vagina vaginal
prostate < body_part: prostate testicle testicular
height: height tall taller "how tall" centimetres "body height" "foot tall" "feet tall"
short_height < height: "short person" petite "not very tall"
body_weight: weigh weight "body weight" kilo kilos kilogram kg kilograms lbs "body mass" weighs weighed weighing "how heavy"
overweight < body_weight: overweight obese obesity bmi "too heavy" "excess weight"
losing_weight < body_weight: slim slimming "lose weight" "losing weight" "lost weight" "weight loss" "shed pounds"
gaining_weight < body_weight: "gain weight" "gaining weight" "gained weight" "put on weight" underweight
sight: vision eyesight visual "trouble seeing" "eye test" "poor eyesight" glaucoma "bad eyes"
short_sighted < sight: shortsighted nearsighted myopia myopic "short sighted" "near sighted"
long_sighted < sight: longsighted farsighted "long sighted" "far sighted" presbyopia astigmatism
blind < sight: blind blindness "visually impaired" "partially sighted" "guide dog" braille "visual impairment"
colour_blind < sight: colourblind colorblind "colour blind" "color blind" "colour blindness" "color blindness"
glasses < sight: glasses spectacles eyeglasses "reading glasses" bifocals varifocals optician eyewear
contact_lens < sight: "contact lens" "contact lenses" "daily lenses"
sunglasses: sunglasses "sun glasses" raybans
hearing: hearing auditory "hearing test" "hard of hearing" earwax
deaf < hearing: deaf deafness "hearing loss" "hard of hearing" "hearing impaired" "hearing aid" "hearing aids" "cochlear implant" "trouble hearing" "hears badly" "hear badly" "hearing badly" "hears poorly" "cannot hear" "can't hear" "bad hearing" "poor hearing" "lip read" "lip reads" "sign language"
smell_sense: smell scent odour odor fragrance perfume aroma
handedness: "left handed" "right handed" lefty ambidextrous handedness lefthanded righthanded "hand do i write" "which hand" southpaw righty
tattoo: tattoo tattooed inked "tattoo artist"
piercing: piercing pierced "ear piercing" "nose ring"
scar < skin: scar scarred scarring
freckles < skin: freckle freckled mole birthmark
symptom: symptom "side effect" "side effects" unwell queasy "feel ill" "feeling ill" "feel sick" "feeling sick"
pain < symptom: pain painful ache aching hurt sore soreness throb agony discomfort
headache < pain: headache "head hurts" "sore head" "head pain" headaches "gives me headaches"
migraine < headache condition: migraine "visual aura" migraines triptan sumatriptan
back_pain < pain back: backache lumbago "back pain" "back ache" "bad back" "back hurts" "back trouble" "sore back" "slipped disc"
sciatica < back_pain: sciatica sciatic
neck_pain < pain neck: "neck pain" "stiff neck" whiplash "neck ache" "sore neck"
stomach_ache < pain stomach: stomachache "stomach ache" "tummy ache" "stomach pain" "stomach cramps" bellyache
toothache < pain tooth: toothache "tooth ache" "tooth pain" "tooth hurts" "sore tooth"
earache < pain ear: earache "ear ache" "ear pain" "ear infection" otitis
sore_throat < pain throat: "sore throat" "throat infection" tonsillitis laryngitis strep
chest_pain < pain chest: "chest pain" "chest pains" angina "tight chest"
joint_pain < pain joint: "joint pain" "aching joints" "stiff joints" "sore joints"
knee_pain < pain knee: "knee pain" "bad knee" "sore knee" "knee problem" "bad knees" "knee trouble" "knee hurts" "dodgy knee" "trouble with my knee"
period_pain < pain menstruation: "period pain" "period pains" "menstrual cramps" "period cramps"
cramp < pain: cramp spasm "muscle cramp"
fever < symptom: fever feverish "high temperature"
cough < symptom: cough coughing phlegm mucus
runny_nose < symptom nose: "runny nose" "blocked nose" "stuffy nose" congestion sniffles congested
sneeze < symptom: sneeze sneezing
nausea < symptom: nausea nauseous nauseated "feel sick" "upset stomach"
vomiting < symptom: vomit vomiting "throw up" "threw up" "throwing up" puke
motion_sickness < nausea: carsick seasick carsickness seasickness airsick "motion sickness" "travel sickness" "travel sick" "sea sick" "car sick"
diarrhoea < symptom: diarrhoea diarrhea "loose stool"
constipation < symptom: constipated constipation laxative
bloating < symptom: bloated bloating gassy flatulence
heartburn < symptom: heartburn "acid reflux" reflux gerd indigestion antacid
dizziness < symptom: dizzy dizziness vertigo lightheaded giddy "light headed"
fainting < symptom: faint fainted fainting "passed out" "pass out" "black out" "blacked out" unconscious
fatigue < symptom: fatigue fatigued exhausted exhaustion weary lethargic lethargy drained
breathlessness < symptom: breathless breathlessness wheeze wheezing "short of breath" "shortness of breath" "out of breath" "trouble breathing" wheezy
rash < symptom skin: rash hives blotchy "skin irritation" urticaria
itch < symptom skin: itch itchy itching
swelling < symptom: swelling swollen swell puffy inflamed inflammation
bruise < injury skin: bruise bruised bruising "black eye"
bleeding < symptom: bleed bleeding bled haemorrhage nosebleed "nose bleed"
blister < skin: blister "blood blister"
numbness < symptom: numb numbness tingling "pins and needles"
tinnitus < symptom ear: tinnitus "ringing in the ears" "ringing ears"
palpitations < symptom heart: palpitation palpitations "racing heart" "irregular heartbeat"
sweating < symptom: sweat sweaty sweating perspire "hot flush" "hot flash" "hot flushes" "hot flashes"
`
