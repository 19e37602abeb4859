import { expect, test } from 'vitest'
import { foundEitherWay, foundReplacement } from './test/pairs.ts'

/** One thing has taken the place of another. */
test.each([
  ['I take bisoprolol.', 'Bisoprolol made me dizzy, so the cardiologist put me on nebivolol.'],
  ['Takes fluoxetine 20 mg every morning.', "Fluoxetine didn't suit her; they switched her to mirtazapine."],
  ['I take loratadine.', 'Rash from loratadine, swapped for cetirizine.'],
  ['The tilers are starting on 3 March 2027.', "The tilers can't start until 17 March 2027."],
  ['The sofa arrives on 3 March 2027.', "The sofa won't arrive until 9 March 2027."],
  ['My work permit is valid until 3 March 2027.', 'My work permit was extended to 3 March 2029.'],
  ['The weekly budget meeting is on Tuesdays at 10:00.', 'The weekly budget meeting takes place on Fridays at 14:00.'],
  ['I have 820 euros a month to live on.', 'I get by on 640 euros a month now.'],
  ['I have £9,000 in the house fund.', 'The house fund has grown to £12,500.'],
  ['I am in Austria on a student visa.', 'I became a permanent resident of Austria.'],
  ['I am doing a degree in physics.', 'I changed course and study law.'],
  ['I like to be called Kimmy.', 'I asked not to be called Kimmy any more.'],
  ['I want replies in Dutch.', 'I want you to answer in English.'],
  ['Gloves: size 7.', 'Gloves: size 8, the old ones split.'],
  ['Cereal: muesli.', 'Cereal: cornflakes, tired of muesli.'],
  ['Mrs Okafor cleans the holiday flats for us.', 'Mrs Okafor has retired, so Ewa does the holiday flats now.'],
  ['Ravi shoes the horses.', 'Owen shoes the horses now.'],
  ['My daughter Noor is pregnant.', 'Noor had her baby, a boy.'],
  ['Kraftwerk is my favourite band.', 'Asked about music, the user named Portishead as his favourite band.'],
  ['The user said that Kraftwerk is his favourite band.', 'The user said that Portishead is his favourite band.'],
  ['Sencha is my favourite tea.', 'Gyokuro has overtaken sencha as my favourite tea.'],
  ['I am learning Dutch in the evenings.', 'Pottery classes have taken the place of my Dutch.'],
  ['I take 10 mg of enalapril every morning.', 'The doctor halved my enalapril to 5 mg.'],
  ['I take 50 mcg of thyroxine at breakfast.', "The dose went up: I'm on 75 mcg of thyroxine."],
  ['I teach maths at a grammar school.', 'I retired from teaching.'],
  ['Works at the dairy.', 'Started a new job at Finnsikt, a salmon startup.'],
  ['I am dating Ivo.', 'I have a new boyfriend, a photographer called Jon.'],
  ['Kim is engaged to Ivo.', 'Kim and Ivo got married.'],
  ['User is engaged to Ivo.', 'User and Ivo got married.'],
  ['User has no pets.', 'User adopted a rabbit named Biscuit.'],
])('%s Then: %s', (older, newer) => {
  expect(foundReplacement(older, newer, 'Kim Doe')).toMatch(/certain|series/)
})

/** Statements that can both be true, whichever comes later. */
test.each([
  ['I take bisoprolol.', 'Bisoprolol made me dizzy at first, but I am used to it.'],
  ['I take loratadine.', 'Rash from the new soap, swapped it for another one.'],
  ['The tilers are starting on 3 March 2027.', "The painters can't start until 17 March 2027."],
  ['I am a nurse.', 'I became a permanent resident of Austria.'],
  ['User is a nurse.', 'User became a permanent resident of Austria.'],
  ['I am a cook at The Copper Pan.', 'I teach a cooking class at the community centre.'],
  ['I take 10 mg of ritalin every morning.', 'I take 5 mg of ritalin at noon.'],
  ['User has no pets.', 'Marta adopted a rabbit named Biscuit.'],
  ['User has no pets.', 'User bought a cat tree.'],
  ['User has no pets.', 'User got a dog for his mother.'],
  ['I take 5 mg of warfarin every evening.', 'I bumped into Marta, who takes 10 mg of warfarin.'],
  ['I drive a Volvo.', 'Nothing has taken the place of my old Volvo.'],
  ['Kim is a translator.', 'Chatbots have taken the place of translators.'],
  ['Kraftwerk is my favourite band.', 'Marta named Muse her favourite band.'],
  ['Kim is dating Bea.', 'Omar has a new girlfriend, a cook named Ann.'],
  ['I am married to Ivo.', 'There has been no one in my life as kind as Ivo.'],
  ['User works at the bank.', 'User retired from boxing.'],
  ['User works at the bank.', 'User retired from teaching Sunday school.'],
  ['Noor is in Austria on a student visa.', 'I became an Austrian citizen.'],
  ['I speak Dutch.', 'I want replies in English.'],
  ['Kim wants messages to his mother in Dutch.', 'Kim wants replies in English.'],
  ['Ravi feeds the cat on weekdays.', 'Owen feeds the cat at weekends.'],
  ['Ruth cleans the chapel for us.', 'Ruth has retired from teaching.'],
  ['I am pregnant.', 'My daughter Noor had her baby.'],
  ['My daughter is pregnant.', 'I had my baby.'],
  ['I take ramipril.', "Ramipril wasn't enough, so I was put on amlodipine too."],
  ['I take prednisone.', 'Prednisone upset my stomach, so they put me on omeprazole.'],
  ['The exam is on 9 June 2027.', 'The exam results will not come until 5 August 2027.'],
  ['Ana lives on $400 a month.', 'I live on $900 a month.'],
  ['I want to speak to my mother in Urdu.', 'I want replies in English.'],
  ['I am an Irish citizen.', 'I am in Japan on a work visa.'],
  ['I work with Ana.', 'Ana and I are just friends now.'],
  ['I like being called Bex.', 'I like to be called Mum.'],
  ['My mobile is with Vodafone.', 'Broadband with Vodafone, switched to the cheaper plan.'],
  ['Wine: Rioja.', 'Wine: Merlot, because Ana is coming.'],
  ['Tom irons our shirts.', 'Tom no longer eats meat.'],
  ['Noor weighs 82 kg.', 'Noor is aiming for a weight of 75 kg.'],
])('%s and %s', (one, other) => {
  expect(foundEitherWay(one, other, 'Kim Doe')).toEqual([])
})

/** Statements of which it is not certain that one replaces the other. */
test.each([
  ['I take metformin.', 'I stopped metformin, will be back on it on Monday.'],
  ['The daily dose is at 8:00.', 'The daily dose is at 20:00.'],
  ['The weekly meeting is on Monday.', 'The weekly meeting is at 9:00.'],
  ['The passport photo is on 5 June 2027.', 'The passport photo is on 9 June 2027.'],
])('it is not certain that of two only one is true: %s and %s', (one, other) => {
  expect(foundEitherWay(one, other, 'Kim Doe')).not.toContain('certain')
})
