import { describe, expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { certainFrom, doubtOf, updateLikelihood } from './updates.ts'

const NOW = Date.UTC(2026, 11, 1)
const CONTEXT = { ownName: 'Ines Carvalho', newerAt: NOW, olderAt: NOW - 30 * 86_400_000 }

function isHidden(newer: string, older: string): boolean {
  if (judgeReplacement(newer, older, CONTEXT) === 'certain') return true
  return updateLikelihood(newer, older, CONTEXT) >= certainFrom(doubtOf(newer, older, CONTEXT))
}

describe('changes that name another matter', () => {
  test.each([
    ['Takes Spanish lessons on Mondays', 'Has stopped Spanish lessons'],
    ['Off on Fridays', 'Off on Wednesdays now'],
    ['Salts everything', 'On a low-salt diet now'],
    ['Adds salt to everything', 'Doctor put me on a low-sodium diet'],
    ['Ines eats dessert every night', 'Ines is on a sugar-free diet'],
    ['Eats pizza every Friday', "Doctor's orders: no more pizza"],
    ['Eats bacon every morning', 'Cholesterol diet since March, no bacon'],
    ["I'm on a diet", "I'm off the diet"],
    ['Eats out twice a week', 'Hardly ever eats out any more'],
    ['Ines is learning the ukulele', 'Ines has put the ukulele aside'],
    ['Follows Serie A', 'Lost interest in Serie A'],
    ['I iron my shirts', "I've stopped ironing"],
    ['I swim before work', 'I swim after work now'],
    ['I shower in the evening', 'I shower in the morning now'],
    ["I'm on the night shift", "I'm on day shift now"],
    ['Laundry day: Monday', 'Laundry day: Thursday'],
    ['Cleaning day is Saturday', 'Cleaning day is Sunday'],
    ['Bins go out on Tuesday', 'Bins go out on Friday'],
    ["I can't lift my arm", 'I can lift my arm again'],
    ['Back pain', 'Back pain gone'],
    ['I have a sore throat', "Sore throat's better"],
    ['Has a cold', 'Over the cold'],
    ["I'm scared of dogs", "Dogs don't scare me any more"],
    ["I'm scared of needles", 'Needles are no problem now'],
    ['Takes driving lessons', 'Passed the driving test'],
    ["Ines can't drive", 'Ines has her licence now'],
    ['I do the dishes', 'Rui does the dishes now'],
    ['Ines mows the lawn weekly', 'A robot mows the lawn now'],
    ['Phone in dark mode', 'Phone in light mode'],
    ['Notifications on', 'Notifications off'],
    ['Theme: light', 'Theme: dark'],
    ['Ines is a night owl', 'Ines has become a morning person'],
    ['I walk for an hour every day', 'I walk for two hours every day'],
    ['I practise piano for an hour a day', 'I practise piano 20 minutes a day'],
    ['Ines pays 45 for the gym', 'Ines pays 52 for the gym'],
    ['I get 12 an hour', 'I get 13.50 an hour'],
    ['My daughter wears size 28 shoes', 'My daughter wears size 30 shoes'],
    ['Ring size 52', 'Ring size 54'],
    ['Alarm at 6:30', 'Alarm at 7:00'],
    ['Plays in the second team', 'Promoted to the first team'],
    ['Wants to be a vet', 'Wants to be a marine biologist now'],
    ['Ines wants a dog', 'Ines wants a cat instead'],
  ])('"%s" is replaced by "%s"', (older, newer) => {
    expect(isHidden(newer, older)).toBe(true)
  })

  test.each([
    ['Salts everything', 'My dad is on a low-salt diet now'],
    ['Salts everything', 'On a low-sugar diet now'],
    ['Eats dessert every night', 'Low-sugar diet for January'],
    ['Drinks cola zero with lunch', 'On a low-sugar diet now'],
    ['Allergic to milk', 'On a dairy-free diet now'],
    ['Ate cake yesterday', 'On a sugar-free diet now'],
    ['Eats pizza every Friday', "Doctor's orders: no more wine"],
    ["I'm on a diet", 'My sister is off the diet'],
    ['I eat out twice a week', 'My parents hardly ever eat out any more'],
    ['Plays guitar and piano', 'Has put the piano aside'],
    ['Follows Serie A', 'My dad lost interest in Serie A'],
    ['I run a bakery', "I've stopped baking"],
    ['Takes Spanish lessons', 'Ana has stopped Spanish lessons'],
    ['Takes Spanish lessons on Mondays', 'Takes French lessons on Fridays'],
    ['I swim before work', 'I also swim after work now'],
    ['I take insulin in the morning', 'I take insulin at night now'],
    ['I run in the morning', 'My brother runs in the evening now'],
    ['I run in the morning', 'I run after dinner this week'],
    ["I'm on the night shift", "I'm on the day shift this week"],
    ['Laundry day: Monday', 'Bin day: Thursday'],
    ["I can't lift my arm", 'I can lift my leg again'],
    ["I can't run", 'My sister can run again'],
    ['Back pain', 'Knee pain gone'],
    ['I have a sore throat', "My ankle's better"],
    ["I'm scared of dogs", "Spiders don't scare me any more"],
    ["I'm scared of dogs", "Dogs don't scare my sister any more"],
    ['Allergic to bees', 'Bees are no problem now'],
    ['Takes driving lessons', 'My son passed his driving test'],
    ['Takes driving lessons', 'Passed the theory test'],
    ['I do the dishes', 'Rui does the ironing now'],
    ['I do the dishes', 'Rui does the dishes on Sundays'],
    ['Ana does the dishes', 'Rui does the dishes now'],
    ['I play chess', 'Rui plays chess now'],
    ['Phone in dark mode', 'Laptop in light mode'],
    ['Ines is a night owl', 'Her son is a morning person'],
    ['Speaks German', 'Speaks French now'],
    ['I walk for an hour every day', 'I walk for two hours on Sundays'],
    ['Paid 45 for the tickets', 'Paid 52 for the tickets'],
    ['My daughter wears size 28 shoes', 'My son wears size 30 shoes'],
    ['I teach in the beginners’ group', 'I teach in the advanced group'],
    ['Wants a dog', 'Wants a cat too'],
    ['Wants to visit Rome', 'Wants to visit Oslo now'],
  ])('"%s" stays beside "%s"', (older, newer) => {
    expect(isHidden(newer, older)).toBe(false)
  })
})

describe('how far the same has come', () => {
  test.each([
    ['Has logged 14 flight hours', 'Has logged 52 flight hours'],
    ["I've read 9 books this year", "I've read 15 books this year"],
    ['Ines has visited 22 countries', 'Ines has visited 25 countries'],
    ['Saved 2,000 for the trip', 'Saved 3,400 for the trip'],
    ["I've given blood 4 times", "I've given blood 6 times"],
    ["I'm on chapter 5 of Dune", "I'm on chapter 14 of Dune"],
    ['Watching The Wire, season 2', 'Watching The Wire, season 4'],
    ['My mile time is 5:52', 'My mile time is 5:38'],
    ['Longest run: 12 km', 'Longest run: 16 km'],
    ['FTP 210 watts', 'FTP 228 watts'],
    ['Knows 5 chords', 'Knows 12 chords'],
    ['Has completed 6 modules', 'Has completed 9 modules'],
    ['Piano grade 3', 'Piano grade 4'],
  ])('"%s" and "%s" are readings', (older, newer) => {
    expect(judgeReplacement(newer, older, CONTEXT)).toBe('series')
  })

  test.each([
    ['Has logged 14 flight hours', 'Ana has logged 52 flight hours'],
    ['I have visited 3 museums today', 'I have visited 5 museums today'],
    ['I have finished chapter 3', 'I have finished chapter 4'],
    ['I have bought 2 shirts', 'I have bought 3 shirts'],
    ["I've walked 12 km", "I've walked 15 km"],
    ['Has won 3 games', 'Has lost 5 games'],
    ["I'm on chapter 5 of Dune", "I'm on chapter 14 of Emma"],
    ['My mile time is 5:52', 'My 5k time is 22:10'],
    ['Longest run: 12 km', 'Longest ride: 60 km'],
    ['Ran a half marathon in 1:58', 'Ran a half marathon in 1:52'],
  ])('"%s" and "%s" are none', (older, newer) => {
    expect(judgeReplacement(newer, older, CONTEXT)).not.toBe('series')
    expect(isHidden(newer, older)).toBe(false)
  })
})
