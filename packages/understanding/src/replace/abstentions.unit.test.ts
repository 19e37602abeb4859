import { describe, expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { contextOf, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Ines Carvalho'

describe('abstention from alcohol', () => {
  test.each([
    ['Drinks a six-pack every evening', 'Has stopped drinking alcohol because of gout'],
    ['I have a pint after work', "I've gone teetotal"],
    ['Has a bottle of red on Fridays', 'Is sober now'],
    ['Has a nightcap before bed', "Doesn't drink any more"],
    ['Ines drinks two glasses of wine a night', 'Ines has stopped drinking'],
    ['Enjoys a pint at the pub on Thursdays', 'Has given up alcohol'],
    ['Has a gin and tonic every evening', 'Off the booze since January'],
    ['Drinks a few cans every night', 'On the wagon since May'],
    ['Knocks back a six-pack on Saturdays', 'Quit drinking'],
    ['Has a dram every night', 'Alcohol-free for a year'],
    ['Has a tinnie after work', "Stopped drinking on doctor's orders"],
    ['I have a glass of red with dinner', 'Doctor told me to stop drinking'],
    ['Alcohol: a bottle of wine a week', 'Alcohol: none'],
    ['Drinks: 10 units a week', 'Is teetotal'],
    ['Drinks on weekends', 'Has not had a drink since March'],
    ['Has a drink every night', "I'm three months sober"],
    ['Two beers after milking every evening', 'Given up the drink'],
    ['Ines has a couple of glasses of wine with dinner', "Ines doesn't drink any more"],
    ['Has a whisky before bed', 'Sober since March'],
    ['Friday night pints with the lads', "I don't drink any more"],
    ['Goes for cocktails every Saturday', 'Stopped drinking last year'],
    ['A bottle of wine a week', 'Teetotal now'],
    ['Drinks socially', "Doesn't drink alcohol"],
    ['Likes a cold lager after work', "I've quit the booze"],
    ['Has a Guinness every Sunday', 'Gave up alcohol for my liver'],
    ['Gets through a crate of beer a week', 'Went sober in January'],
    ['Downs a few shots every weekend', 'Joined AA, sober now'],
    ['I have a Baileys at night', "I've knocked the drink on the head"],
    ['Dad has a brandy every night', 'Dad has stopped drinking'],
    ['Drinks homemade palinka on Sundays', 'Doctor forbade alcohol'],
    ['Sips sherry every afternoon', 'No alcohol any more, liver'],
    ['Has wine with every meal', 'Alcohol: none since the diagnosis'],
    ['Champagne every Sunday brunch', 'Is in recovery, no alcohol'],
  ])('"%s" is replaced by "%s"', (older, newer) => {
    expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
  })

  test.each([
    ['Drinks a litre of water every evening', 'Has stopped drinking alcohol'],
    ['Has a cup of tea before bed', 'Has stopped drinking alcohol'],
    ['Has a bottle of water at night', 'Quit drinking'],
    ['Has a pint of milk every morning', 'Has given up alcohol'],
    ['Collects whisky', 'Has stopped drinking'],
    ['Drinks a six-pack every evening', 'My brother has stopped drinking'],
    ['Drinks a glass of wine every night', 'No alcohol this month'],
    ['Drinks green tea every day', 'Does not drink any more'],
    ['Works in a wine shop', 'Has stopped drinking'],
    ['Drinks two glasses of juice a day', 'Is sober now'],
    ['Brews beer at home', "Doesn't drink any more"],
    ['Has a glass of non-alcoholic wine with dinner', 'Gave up alcohol'],
    ['Drinks a can of cola at lunch', 'Gave up alcohol'],
    ['Does six-pack exercises every evening', 'Has stopped drinking'],
    ['Drinks four espressos a day', 'Has stopped drinking'],
    ['Drinks ginger beer every day', 'Has stopped drinking alcohol'],
    ['Has a pint on Fridays', 'Keeps a dry garden'],
    ['Has a pint on Fridays', "Doesn't drink and drive"],
    ['Has a pint on Fridays', "Doesn't drink coffee any more"],
    ['Has a pint on Fridays', 'Has stopped drinking cola'],
    ['Has a pint on Fridays', 'Sober by Monday'],
    ['Has a pint on Fridays', 'Sober October'],
    ['Has a pint on Fridays', "Doesn't drink on weekdays any more"],
    ['Has a pint on Fridays', 'Alcohol-free until the wedding'],
  ])('"%s" stays beside "%s"', (older, newer) => {
    expect(judgeReplacement(newer, older, contextOf(OWN_NAME))).toBeUndefined()
  })
})

describe('abstention from nicotine', () => {
  test.each([
    ['Smokes a packet a day', 'Has stopped smoking'],
    ['A packet a day', 'Quit smoking'],
    ['Gets through a packet a day', 'Has given up the fags'],
    ['Has a cigar on Sundays', 'Stopped smoking'],
    ['On twenty a day', 'Gave up smoking last month'],
    ['Smokes a pipe', 'Has quit tobacco'],
    ['Rolls her own cigarettes', 'Ines is smoke-free since June'],
    ['Vapes all day', 'Threw away the vape'],
    ['Smoker, 10 a day', 'Ex-smoker'],
    ['Smoker', 'Non-smoker since May'],
    ['Uses snus', 'Nicotine-free since spring'],
    ['I have a fag with my coffee', 'I packed in smoking'],
    ['Chews tobacco', 'Is off nicotine now'],
    ['Has a ciggie on the balcony every morning', "Hasn't smoked since Easter"],
    ['Roll-ups after dinner', 'Stopped smoking last month'],
    ['Smokes shisha on Fridays', 'Gave up shisha'],
    ['Smokes half a pack a day', 'Has been smoke-free for six months'],
    ['Smoking: 5 a day', 'Smoking: no'],
    ['I vape', "I've quit vaping"],
    ['Dips snus all day', 'Quit snus'],
    ['Mum smokes 20 a day', 'Mum quit smoking'],
  ])('"%s" is replaced by "%s"', (older, newer) => {
    expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
  })

  test.each([
    ['A packet of crisps a day', 'Has stopped smoking'],
    ['Smokes fish in the garden', 'Has stopped smoking'],
    ['Husband smokes a packet a day', 'Has stopped smoking'],
    ['Smokes a packet a day', 'Dad has stopped smoking'],
    ['Smokes a packet a day', 'Tries to stop smoking'],
    ['Uses nicotine patches', 'Has stopped smoking'],
    ['Vapes', 'Has stopped smoking'],
    ['Smokes a pipe', 'Has given up cigarettes'],
    ['Twenty a day', 'Quit sugar'],
    ['Does twenty a day of press-ups', 'Quit smoking'],
    ['Smokes ham at home', 'Non-smoker'],
    ['Smokes twenty a day', 'Flat is smoke-free'],
    ['Smokes twenty a day', 'The pub is smoke-free now'],
    ['Has a glass of wine every Friday', 'No alcohol in January'],
    ['Has a glass of wine every Friday', 'Gave up alcohol for Lent'],
    ['Has a glass of wine every Friday', 'No alcohol on antibiotics'],
    ['Has a beer every Friday', 'Sober October'],
    ['Has a beer every Friday', 'In recovery after a knee operation'],
    ['Smokes ten a day', 'Quit smoking in 2010 but started again'],
    ['Smokes ten a day', 'Not had a cigarette since lunch'],
    ['Has a glass of wine every evening', 'Not had a drink since Saturday'],
    ['Takes a shot every week', 'Stopped drinking'],
    ['Has a beer every Friday', 'Stopped drinking so much'],
    ['Has a beer every Friday', 'No booze for a month'],
    ['Has a beer every Friday', 'Sober most days'],
    ['Smokes ten a day', 'Lives in a smoke-free building'],
    ['Smokes ten a day', 'Married to a non-smoker'],
  ])('"%s" stays beside "%s"', (older, newer) => {
    expect(judgeReplacement(newer, older, contextOf(OWN_NAME))).toBeUndefined()
  })
})
