import { expect, test } from 'vitest'
import { readStatement } from './statement.ts'
import { asksFor, states, wordingsOf } from './test/wordings.ts'

/** By attribute, how people ask for it (`?`) and state it (`=`); either of two attributes will do. */
const { questions, statements } = wordingsOf(`
allergy|intolerance ? what could send me to hospital
allergy|intolerance ? which foods are dangerous for her
allergy ? is there any drug he must never get
allergy|intolerance ? what brings me out in a rash
allergy = Bee stings put her in intensive care once.
allergy = Ibuprofen brings on his asthma.
allergy = Swells up like a balloon after cashews.
allergy = Amoxicillin gave me a terrible rash.
allergy = Carries adrenaline for wasp stings.
allergy = Cannot be near cats without wheezing.
allergy = Sulfa drugs are to be avoided, she reacts to them.
allergy = Has anaphylaxis to lupin.
allergy = Penicillin is a no for him.
allergy = Plasters raise welts on her skin.
allergy = One bite of kiwi and her lips tingle.
allergy = Dust mites trigger her sneezing.
allergy = Morphine made him hallucinate, never again.
allergy = Don't let me have anything with mustard, I come out in hives.
allergy = Tolerates no iodine.
allergy = Nickel in jewellery makes her ears blister.
allergy = Had a serious reaction to the anaesthetic in 2015.
intolerance = Milk goes straight through him.
intolerance = Onions do not agree with her.
intolerance = Cream upsets my stomach.
intolerance = Can't digest fructose.
intolerance = Wheat bloats her.
intolerance = Her body cannot handle lactose.
intolerance = Told by the doctor to leave out salt.
intolerance = Grapefruit is forbidden with her tablets.
condition ? what illness do I live with
condition ? what's her diagnosis
condition ? is there anything medical I should know about him
condition = Was diagnosed with lupus at 30.
condition = Type 1 diabetic.
condition = Has a hole in the heart.
condition = Her kidneys are failing.
condition = Lives with Crohn's.
condition = He is a haemophiliac.
condition = I'm epileptic.
condition = Suffers from cluster headaches.
condition = Wears an insulin pump.
condition = Has a stent since the heart attack.
condition = Has only one kidney.
condition = Her thyroid is underactive.
condition = His sugar is high.
condition = Has long covid.
condition = Bleeds easily because of von Willebrand disease.
condition = Takes fits.
condition = Has high cholesterol.
condition = Gets gout in the big toe.
medicine ? what tablets am I on
medicine ? what does she take for her heart
medicine ? do I take anything regularly
medicine ? what did the doctor prescribe me
medicine = Is on blood thinners.
medicine = Takes a water tablet each morning.
medicine = Has a weekly methotrexate injection.
medicine = Uses a blue inhaler.
medicine = Ramipril 5 mg in the morning.
medicine = Swallows sertraline at breakfast.
medicine = Her doctor put her on lithium.
medicine = Has been prescribed codeine.
medicine = Puts cortisone cream on her elbows.
medicine = Is having chemotherapy.
medicine = Needs insulin before meals.
medicine = On the pill.
injury = Tore his cruciate ligament skiing.
injury = Has a dodgy shoulder.
injury = Her left wrist is in plaster.
injury = Nursing a pulled hamstring.
disability = Is deaf in the left ear.
disability = Uses a walking frame.
disability = Lost the sight of one eye.
disability = Cannot manage stairs.
disability = Gets around in a wheelchair.
disability = Lip-reads, so face her when talking.
pregnancy = Is expecting in June.
pregnancy = Five months gone.
pregnancy = Breastfeeding her newborn.
pregnancy = They are trying for a baby.
pregnancy = Baby due on 4 May.
phobia ? what gives me the creeps
phobia ? what is she scared of
phobia = Spiders terrify her.
phobia = Goes to pieces at the sight of needles.
phobia = Can't set foot in a lift.
phobia = Heights make him dizzy with fear.
phobia = She is scared of dogs.
diet ? what does she not eat for religious reasons
diet ? is he a meat eater
diet = Eats halal only.
diet = Keeps a kosher kitchen.
diet = No pork, being Muslim.
diet = A strict vegan.
diet = Plant-based since 2020.
diet = Jain, so no root vegetables.
diet = Fasts during Ramadan.
diet = Lives on fish and vegetables.
diet = Meat never passes her lips.
diet = On a low-FODMAP diet.
surgery = Had her gall bladder out.
surgery = New hip in 2021.
surgery = Went under the knife for a hernia.
surgery = Having her tonsils out in March.
blood_type = Blood group B negative.
blood_type = She is O positive.
food_dislike ? what can't I stand on my plate
food_dislike ? which vegetables does he leave
food_dislike = Loathes Brussels sprouts.
food_dislike = Olives are not her thing.
food_dislike = Picks the mushrooms out of everything.
food_dislike = Hates the taste of aniseed.
food_dislike = Won't go near liver.
food_like|favourite_food|like ? what is her favourite thing to eat
food_like|favourite_food|like = Could live on dumplings.
food_like|favourite_food|like = Loves a good goulash.
food_like|favourite_food|like = Has a weakness for marzipan.
alcohol ? can I offer her a glass of wine
alcohol = Never touches alcohol.
alcohol = Likes a whisky at night.
alcohol = Dry since 2019.
smoking = Smokes ten a day.
smoking = Packed in the fags.
caffeine = No coffee after noon.
caffeine = Runs on espresso.
caffeine = Only drinks decaf.
sport ? what sport am I into
sport ? how does she stay in shape
sport = Goalkeeper in a five-a-side team.
sport = Rows on the Cam at weekends.
sport = Swims a mile each morning.
hobby ? how do I spend my evenings
hobby ? what does she collect
hobby = Makes model ships.
hobby = Keeps bees for fun.
hobby = Is mad about orchids.
hobby = Goes metal detecting.
hobby = Sings with a gospel choir.
hobby = Spends weekends restoring clocks.
instrument ? which instrument am I learning
instrument = Strums a ukulele.
instrument = Plays second violin in an amateur orchestra.
favourite_team ? who do I root for
favourite_team = Is a lifelong Arsenal supporter.
favourite_team = Her club is Ajax.
favourite_music|favourite_artist|like ? what does he listen to
favourite_music|favourite_artist|like = Listens to Bulgarian choirs.
favourite_music|favourite_artist|like = Is into drum and bass.
reads = Devours Scandinavian crime novels.
reads = On the bedside table: Anna Karenina.
goal ? what is she saving up for
goal ? what do I want to achieve this year
goal = Wants to run a sub-four marathon.
goal = Her aim is to publish a novel.
goal = Saving for a deposit on a flat.
goal = Training for the Berlin half.
goal = Hopes to become a judge.
goal = Is set on learning to fly.
trip ? where am I off to next
trip ? when do I fly
trip = Off to Crete on 3 May.
trip = Flies to Oslo on Friday.
trip = Booked a cottage in Wales for August.
trip = Spent Easter in Rome.
appointment ? when am I at the dentist
appointment ? what have I booked for next week
appointment = Eye test on 9 June at 10.
appointment = Dentist Tuesday 3 pm.
appointment = Sees the cardiologist on 4 July.
answer_style ? how should you write to me
answer_style = Keep answers short, please.
answer_style = Likes bullet points.
answer_style = Talk to me in metric.
answer_style = No small talk.
answer_style = Wants the sources with every claim.
wake_time ? when do I get up
wake_time = Up at half past five.
wake_time = Rises with the sun.
bedtime = Lights out at ten.
sleep_fact = Is a terrible sleeper.
religion ? what faith does she have
religion = Is a practising Catholic.
religion = Goes to the mosque on Fridays.
wants_to_visit ? which country is on her wish list
wants_to_visit = Dreams of seeing Patagonia.
passport = Passport runs out in May 2027.
shoe_size = Her feet are a 38.
clothing_size = Wears an L.
height = Is six foot two.
weight = Tips the scales at 81 kilos.
glasses = Wears contacts.
glasses = Can't read without specs.
emergency_contact ? who should be called if something happens to me
emergency_contact = Call her brother Jan if anything happens.
access ? where is the spare key
access = Alarm code is 4711.
access = A spare key hangs in the shed.
wifi_password ? how do guests get on the internet
wifi_password = Router password: tulip-99.
birthday ? when do I turn forty
birthday = Was born on 3 March 1984.
birthday = Birthday: 17 May.
age = Will be fifty in May.
nationality = Holds a Dutch passport.
software ? what note app do I use
award ? did she win anything
award = Took silver at the nationals.
phobia_of_flying|travel_mode = Refuses to board a plane.
volunteering = Helps at the food bank on Mondays.
insurance = Insured with Allianz.
plan ? what are my plans for summer
`)

test.each(questions)('%s is asked by “%s”', (names, question) => {
  expect(asksFor(names, question)).toBe(true)
})

test.each(statements)('%s is stated by “%s”', (names, statement) => {
  expect(states(names, statement)).toBe(true)
})

test.each([
  ['allergy', 'Prawns send me straight to A&E.'],
  ['allergy', 'If I eat papaya my lips blow up.'],
  ['allergy', 'Her throat closes after mussels.'],
  ['allergy', 'Breaks out when she touches latex.'],
  ['allergy', 'Cashews close her throat.'],
  ['intolerance', "Soy doesn't sit well with me."],
  ['medicine', 'Hydroxycarbamide every day for the pain.'],
  ['medicine', 'Has adrenaline pens in her bag.'],
  ['condition', 'Bruises easily.'],
  ['condition', 'Was told his blood pressure is too high.'],
  ['pregnancy', 'Is 20 weeks along.'],
  ['diet', "Hasn't eaten meat since she was twelve."],
  ['diet', 'Pork and alcohol are out for religious reasons.'],
  ['diet', 'Has been living on plants for two years.'],
  ['diet', 'Fish yes, meat no.'],
])('reads %s: %s', (attribute, text) => {
  expect(readStatement(text).facts.map(({ attribute: { name } }) => name)).toContain(attribute)
})

test.each([
  ['allergy', 'When she has time, her hands knit.'],
  ['diet', 'Glue set too fast on the joint.'],
  ['medicine', 'Takes cholesterol seriously.'],
  ['home', 'Lives on coffee and toast.'],
  ['disability', 'A deaf Irish setter called Bosun rules the sofa.'],
])('does not read %s of the person: %s', (attribute, text) => {
  const own = readStatement(text).facts.filter(({ subject }) => subject.who === 'self')
  expect(own.map(({ attribute: { name } }) => name)).not.toContain(attribute)
})
