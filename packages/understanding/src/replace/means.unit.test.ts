import { describe, expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { contextOf, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Ines Carvalho'

describe('other means', () => {
  test.each([
    ['Rides a tricycle', 'Gets about on a mobility scooter'],
    ['Gets around by bike', 'Gets about by bus now'],
    ['Cycles to work', 'Goes to work by tram now'],
    ['Gets around on a moped', 'Gets about by car these days'],
    ['Reads on a tablet', 'Reads on paper again'],
    ['Reads on a Kindle', 'Back to paper books'],
    ['Writes his diary on the laptop', 'Writes his diary by hand again'],
    ['Walks with a stick', 'Gets about with a rollator'],
    ['Takes notes on an iPad', 'Takes notes in a paper notebook again'],
    ['Listens to music on Spotify', 'Back on vinyl'],
    ['Pays in cash', 'Pays by card these days'],
    ['Pays everything by card', 'Back to paying cash'],
    ['Shaves with an electric razor', 'Shaves with a safety razor again'],
    ['Commutes by train', 'Commutes by car now'],
    ['Gets about on crutches', 'Gets about in a wheelchair now'],
    ['Drives an automatic', 'Drives a manual again'],
    ['Cooks on gas', 'Cooks on an induction hob now'],
    ['Washes up by hand', 'Uses a dishwasher now'],
    ['Commute: bike', 'Commute: bus'],
    ['Gets around on foot', 'Gets around on an e-scooter now'],
    ['Rides a moped', 'Gets about on a mobility scooter'],
    ['Goes everywhere by bike', 'Gets about by car now'],
    ['Reads the paper in print', 'Reads the news on her phone now'],
    ['Reads e-books', 'Reads printed books again'],
    ['Writes letters by hand', 'Writes letters on the computer now'],
    ['Keeps a diary in a notebook', 'Keeps her diary on the phone now'],
    ['Listens to music on CDs', 'Listens to music on Spotify these days'],
    ['Pays with cheques', 'Pays by card now'],
    ['Heats the house with coal', 'Heats the house with pellets now'],
    ['Takes photos on film', 'Shoots digital now'],
    ['Plays on Xbox', 'Plays on PC now'],
    ['Commutes by car', 'Commutes by bike again'],
    ['Drives to work', 'Goes to work by bus now'],
    ['Walks to school', 'Takes the bus to school now'],
    ['Calls home by Skype', 'Calls home by WhatsApp now'],
    ['Goes to town by donkey cart', 'Goes to town by motorbike now'],
    ['Milks by hand', 'Milks with a machine now'],
    ['Irrigates with buckets', 'Irrigates with a drip system now'],
    ['Ploughs with oxen', 'Ploughs with a tractor now'],
    ['Waters the garden with a hose', 'Waters the garden with a drip system now'],
  ])('"%s" is replaced by "%s"', (older, newer) => {
    expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
  })

  test.each([
    ['Rides a bike', 'Takes the bus'],
    ['Cycles to work', 'Takes the bus to the shops now'],
    ['Reads on a tablet', 'Reads to the kids again'],
    ['Gets about by bike', 'Goes to Spain by train'],
    ['Rides a tricycle', 'My aunt gets about on a mobility scooter'],
    ['Owns a bike', 'Gets about by bus now'],
    ['Reads on a tablet', 'Reads the news on the phone'],
    ['Pays by card', 'Pays the cleaner in cash'],
    ['Cooks on gas', 'Cooks for the kids now'],
    ['Listens to podcasts on Spotify', 'Listens to records again'],
    ['Walks with a stick', 'Walks with a friend now'],
    ['Rides a tricycle', 'Rides horses again'],
    ['Commutes by train', 'Drives to the gym now'],
    ['Plays on a PlayStation', 'Plays on the swing again'],
    ['Gets around by bike', 'Sometimes gets about by bus'],
    ['Gets about by bike', 'My son gets about by bus now'],
    ['Gets about by bike', 'Gets about by bus when it rains'],
    ['Pays by card', 'Pays by phone abroad now'],
    ['Rides a bike', 'Gets about by car now and then'],
    ['Reads on a Kindle', 'Reads paperbacks on holiday'],
    ['Rides a bike', 'Uses a wheelchair ramp at work'],
    ['Cooks on gas', 'Cooks on charcoal in summer'],
    ['Listens to Spotify', 'Has a record player again'],
    ['Takes photos with her phone', 'Shoots film at weekends'],
    ['Walks with a stick', 'Walks with the dog now'],
    ['Waters the garden on Mondays', 'Waters the garden on Fridays too'],
    ['Harvests with her dad', 'Harvests with her brother now'],
    ['Sews with silk', 'Sews for her niece now'],
  ])('"%s" stays beside "%s"', (older, newer) => {
    expect(judgeReplacement(newer, older, contextOf(OWN_NAME))).toBeUndefined()
  })
})
