import { describe, expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { contextOf, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Ines Carvalho'

describe('another rate', () => {
  test.each([
    ['Eats fufu twice a day', 'Has cut fufu down to Sundays'],
    ['Drinks five coffees a day', 'Is down to two coffees a day'],
    ['Smokes every day', 'Only smokes at weekends now'],
    ['Swims twice a week', 'Has gone up to four swims a week'],
    ['Goes to the gym five times a week', 'Only goes to the gym on Mondays now'],
    ['Eats red meat every day', 'Has cut red meat down to once a week'],
    ['I drink coffee all day', 'I limit myself to one coffee a day'],
    ['Runs three times a week', 'Runs every day now'],
    ['Plays tennis every Saturday', 'Plays tennis once a month now'],
    ['Has therapy weekly', 'Therapy is every other week now'],
    ['Cleaner comes weekly', 'Cleaner comes fortnightly now'],
    ['Visits her mother every Sunday', 'Visits her mother once a month now'],
    ['Eats meat daily', 'Has meat at weekends only'],
    ['Drinks wine every evening', 'Keeps wine for the weekend now'],
    ['Plays padel once a week', 'Padel three times a week now'],
    ['Takes a sauna twice a week', 'Has cut the sauna down to once a month'],
    ['Bakes bread daily', 'Bakes bread only on Saturdays these days'],
    ['Eats out every Friday', 'Eats out once a month now'],
    ['I call my mum every day', 'I call my mum only on Sundays now'],
    ['Works from home five days a week', 'Works from home two days a week'],
    ['Drinks eight cans of cola a week', 'Has cut down to one can of cola a week'],
    ['Goes to mass on Sundays', 'Goes to mass every day now'],
    ['Watches TV every night', 'Has cut TV down to weekends'],
    ['Eats fish three times a week', 'Fish is now once a week'],
    ['Drinks six cups of tea a day', 'Has cut back to two cups a day'],
    ['Drinks tea all day', 'Down to one tea a day'],
    ['Plays bingo every Wednesday', 'Bingo only once a month now'],
    ['Trains five days a week', 'Trains twice a week now'],
    ['Sees her therapist weekly', 'Sees her therapist every two weeks now'],
    ['Calls Nana every Sunday', 'Calls Nana every day now'],
    ['Goes to the sauna every day', 'The sauna is only on Fridays now'],
    ['Has takeaway twice a week', 'Takeaway only at weekends'],
    ['Smokes 20 cigarettes a day', 'Has cut down to 5 cigarettes a day'],
    ['Eats chocolate every night', 'Chocolate just on Sundays these days'],
    ['Goes running daily', 'Goes running every other day now'],
    ['Bakes every Saturday', 'Bakes once a month these days'],
    ['Swims once a week', 'Swims every morning now'],
    ['Meditates twice a day', 'Meditates once a day now'],
    ['Cleans the flat every day', 'Cleans the flat once a week now'],
    ['Mows the lawn weekly', 'Mows the lawn every fortnight now'],
    ['Showers twice a day', 'Showers every other day now'],
    ['Practises violin every day', 'Practises violin at weekends only'],
    ['Attends mass daily', 'Attends mass on Sundays only now'],
    ['Plays golf once a month', 'Golf is up to twice a week'],
    ['Gets a massage every week', 'Gets a massage every month now'],
    ['Waters the plants every day', 'Waters the plants twice a week now'],
    ['Showers every morning', 'Showers every other day now'],
  ])('"%s" is replaced by "%s"', (older, newer) => {
    expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
  })

  test.each([
    ['Eats fufu twice a day', 'Has cut sugar down to Sundays'],
    ['Swims twice a week', 'Has gone up to four runs a week'],
    ['Plays tennis every Saturday', 'Plays tennis with Ana once a month'],
    ['Goes to the gym on Mondays', 'Goes to the gym on Thursdays too'],
    ['Drinks five coffees a day', 'My boss is down to two coffees a day'],
    ['Smokes every day', 'Ana only smokes at weekends now'],
    ['Runs three times a week', 'Runs with the club once a week'],
    ['Eats red meat every day', 'Eats chicken once a week now'],
    ['Drinks five coffees a day', 'Is down to 70 kg'],
    ['Takes insulin twice a day', 'Swims twice a day now'],
    ['Visits her mother every Sunday', 'Visits her aunt once a month now'],
    ['Watches TV every night', 'Watches TV only in bed now'],
    ['Plays chess on Tuesdays', 'Only plays chess at weekends when it rains'],
    ['Drinks wine every evening', 'Keeps wine for cooking'],
    ['Runs every day', 'Only runs on grass now'],
    ['Calls his mum every day', 'Calls his dad only on Sundays now'],
    ['Eats meat every day', 'Eats red meat only on Sundays'],
    ['Drinks wine every evening', 'Drinks red wine only on Sundays'],
    ['Works every day', 'Only works on Sundays in December'],
    ['Eats meat daily', 'Eats fish only on Fridays'],
    ['Drinks coffee every morning', 'Only drinks coffee with milk now'],
    ['Swims every day', 'Swims with her son every Sunday now'],
    ['Goes to Porto every month', 'Goes to Lisbon every year now'],
    ['Has a bath every night', 'Has a shower every morning now'],
  ])('"%s" stays beside "%s"', (older, newer) => {
    expect(judgeReplacement(newer, older, contextOf(OWN_NAME))).toBeUndefined()
  })
})
