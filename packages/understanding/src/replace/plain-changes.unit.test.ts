import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.UTC(2027, 4, 4)
const CONTEXT = { ownName: 'Kim Doe', newerAt: NOW, olderAt: NOW - 40 * DAY_MS }

/** Short notes of changes in everyday life. */
test.each([
  // Titles of professionals in other languages.
  ['Dermatologist: MUDr. Dvořák', 'Dermatologist: MUDr. Malý'],
  ['My GP is Dott. Conti', 'My GP is Dott.ssa Greco now'],
  ['Dentist: Dra. Vidal', 'Dentist: Dr. Mora'],
  ['Hausarzt: Frau Dr. Beck', 'Hausarzt: Herr Dr. Lang'],
  ['Tax adviser: Dipl.-Kfm. Roth', 'Tax adviser: Frau Kern'],
  ['Lawyer: Avv. Russo', 'Lawyer: Avv. Ferri'],
  ['Sees Dr. Okoro for her eyes', 'Sees Dr. Lindt for her eyes'],
  // Names and numbers in apps and documents.
  ['Steam ID is fox11', 'Steam ID is fox12'],
  ['Line ID: foxy', 'Line ID: kimdoe'],
  ['PSN: darkfox', 'PSN: lightfox'],
  ['Insta: @kim.d', 'Insta: @kim_doe'],
  ['My Telegram is @kimd', 'My Telegram is @doekim'],
  ['Signal username kim.04', 'Signal username kim.77'],
  ['Username on Reddit is u/kim1', 'Username on Reddit is u/kim2'],
  ['Passport no. AB123456', 'Passport no. CD987654'],
  // Schools.
  ['I go to St. Mark’s', 'I go to St. Edward now'],
  ['Mia goes to St. Anne’s Primary', 'Mia moved up to Hillside High'],
  // Work.
  ['Is a seamstress at Zara', 'Has her own tailor shop'],
  ['Fixes phones in a kiosk', 'Has his own phone repair shop'],
  ['Draws maps for an atlas publisher', 'Designs logos for an agency now'],
  ['Works as a welder at Damen', 'Welds for a shipyard in Gdansk now'],
  ['Interprets for the court', 'Interprets for a hospital now'],
  ['Works at Lidl', 'Works at a winery now'],
  ['I sell shoes at Clarks', 'I sell insurance now'],
  ['Picks fruit on a farm', 'Packs parcels for Amazon now'],
  ['Cleaner at Lidl', 'Care aide at a nursing home'],
  ['Barista at Costa', 'Barista at Nero now'],
  ['Works part-time at Aldi', 'Works full-time at Rewe'],
  ['Works part-time at Aldi', 'Works part-time at Rewe now'],
  // Homes, providers, groups, permits.
  ['Flats in Tartu with a cousin', 'Boards in Narva now'],
  ['Rents a room in Gdynia', 'Lodges in Sopot now'],
  ['Car insurance through Admiral', 'Car insurance through Aviva'],
  ['Electricity from EON', 'Electricity from Octopus'],
  ['Salary goes to Monzo', 'Salary goes to Starling now'],
  ['Is training at Basic Fit', 'Trains at Gold’s again'],
  ['Our church is Hope Chapel', 'Our church took the name Grace Chapel'],
  ['The firm is called Brightly', 'The firm goes under Lumina now'],
  ['On a student visa', 'On a work permit now'],
  ['I ride a Vespa', 'I ride a Honda now'],
])('%s is replaced by %s', (older, newer) => {
  expect(['certain', 'series']).toContain(judgeReplacement(newer, older, CONTEXT))
})

test.each([
  ['My dentist is Dra. Vidal', 'My GP is Dr. Mora'],
  ['Family doctor: MUDr. Malý', 'Eye doctor: MUDr. Dvořák'],
  ['Sees Dr. Okoro for her eyes', 'Sees Dr. Lindt for her knee'],
  ['Steam ID is fox11', 'PSN ID is fox12'],
  ['Discord handle: fox', 'Telegram handle: kimdoe'],
  ['My Telegram is @kimd', 'Leo’s Telegram is @leod'],
  ['Telegram: @kimd', 'Instagram: @doekim'],
  ['Facebook: deleted', 'Facebook: kim.doe'],
  ['Customer ID: 20394', 'Order ID: 88123'],
  ['Mia goes to Hillside', 'Leo moved up to Oak High'],
  ['I go to St. Mark’s', 'My son goes to St. Edward now'],
  ['I go to St. Mark’s', 'I went to St. Moritz for a week'],
  ['My gym is McFit', 'Goes to St. Ives in summer'],
  ['My major is biology', 'My minor is chemistry'],
  ['Works at Bosch', 'Would love to have her own bakery'],
  ['Works at Bosch', 'Has her own workshop at home'],
  ['Works at Bosch', 'Has his own office at the shop'],
  ['Pension from Allianz', 'Pension from the state'],
  ['Works at Nokia', 'Dinner with manager at Nero now'],
  ['Uses Notion for recipes', 'Uses Obsidian for work notes now'],
  ['Works at Bosch', 'Her sister has her own salon'],
  ['Works at Bosch', 'Runs her own Etsy shop on weekends'],
  ['Works as a nurse at Bosch', 'Also bakes for a café on Sundays'],
  ['Is a welder at Damen', 'Used to weld for a shipyard in Gdansk'],
  ['Works at Lidl', 'Bakes for the school fair'],
  ['Works at Nokia', 'Sews for a theatre as a hobby'],
  ['Works at Nokia', 'Edits for a student magazine in her spare time'],
  ['Drives a bus for Arriva', 'Drives a van for the food bank'],
  ['Cleaner at Lidl', 'Mum is a care aide at a nursing home'],
  ['Works part-time at Aldi', 'Works part-time at Rewe too'],
  ['Works part-time at Aldi', 'Works full-time over Christmas'],
  ['Boards in Narva', 'Boarding starts in ten minutes in Riga'],
  ['Car insurance through Aviva', 'Home insurance through Axa'],
  ['Electricity from EON', 'Gas from Octopus'],
  ['Salary goes to Monzo', 'Leo’s salary goes to Starling now'],
  ['My band is called Blue', 'My sister’s band took the name Red'],
  ['On a student visa', 'Ahmed is on a work permit now'],
])('%s and %s can both be true', (older, newer) => {
  expect(judgeReplacement(newer, older, CONTEXT)).not.toBe('certain')
})
