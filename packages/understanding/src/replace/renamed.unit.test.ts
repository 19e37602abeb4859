import { describe, expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { contextOf, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Ines Carvalho'

describe('another name', () => {
  test.each([
    ["Hiro's studio is called Blue Kiln", "Hiro's studio has taken the name Ash Kiln"],
    ['Our band is called The Rusks', 'Our band goes by Marmalade now'],
    ['My shop is called Fern & Co', "I've renamed the shop Moss"],
    ['The café is called Luna', 'The café is trading as Sol'],
    ['My boat is called Annie', "I've rechristened the boat Bella"],
    ['My band is called Nightjar', 'The band changed its name to Owl'],
    ['The team is called the Foxes', 'The team is now known as the Wolves'],
    ['My company is called Brightly', 'My company took the name Lumen'],
    ['My blog is called Crumbs', 'The blog has a new title: Crusts'],
    ['The dog is called Rex', 'We call the dog Max now'],
    ['Our choir is called Cantabile', 'Our choir sings under the name Vox now'],
    ['My podcast is called Loops', 'My podcast is named Spirals now'],
    ['The farm is called Low Field', 'The farm has been given the name High Field'],
    ['Our club is called the Otters', 'The club chose a new name, the Herons'],
    ['My quiz team is called Les Quizerables', 'My quiz team goes by the name Quizlamic now'],
    ['The bakery is called Kornhaus', 'The bakery was renamed Brotwerk'],
    ['My studio is called Haze', 'My studio now goes by Mist'],
    ["Ana's salon is called Curl", "Ana's salon now trades as Wave"],
    ['The pub is called The Crown', 'The pub has been rechristened The Anchor'],
    ['My YouTube channel is called InesBakes', 'My YouTube channel is InesCooks now'],
    ['Project name: Falcon', 'Project name: Osprey'],
    ['The allotment society is named Green Thumbs', 'The allotment society changed its name to Good Roots'],
    ['Our dog is called Button', 'Our dog answers to Zip now'],
    ['My username is sunny1', 'My username is sunny2 now'],
    ['Our firm is called Hale & Co', 'Our firm rebranded as Hale Partners'],
    ["The school is called St Anne's", 'The school has a new name: Riverside Academy'],
  ])('"%s" is replaced by "%s"', (older, newer) => {
    expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
  })

  test.each([
    ['Our band is called The Rusks', "Ana's band goes by Marmalade now"],
    ['My shop is called Fern & Co', "I've renamed the cat Moss"],
    ['My son is called Leo', 'My daughter goes by Max now'],
    ['My wife is called Katherine', 'My wife goes by Kate'],
    ['My name is Ines Carvalho', 'I go by Nessie'],
    ['Full name: Ines Carvalho', 'I go by Nessie'],
    ["Hiro's studio is called Blue Kiln", "Mei's studio has taken the name Ash Kiln"],
    ['My company is called Brightly', 'My company took on Lumen'],
    ['The dog is called Rex', 'We call the cat Max now'],
    ['My book is called Crumbs', 'My second book is called Crusts'],
    ['My cat is called Miso', 'My cat answers to Fatso'],
    ['My band is called Nightjar', 'Our song is called Owl'],
    ['My company is called Brightly', "My company's app is now called Lumen"],
    ['My band is called Nightjar', "My brother's band took the name Owl"],
    ['My company is called Brightly', 'The company next door is trading as Lumen'],
    ['The café is called Luna', 'The café takes the bread from Sol'],
    ['Our choir is called Cantabile', 'Our choir sings Mozart now'],
    ['My boat is called Annie', "I've named the dinghy Bella"],
    ['My shop is called Fern', 'My shop trades as Moss online'],
    ['The boat is called Annie', 'The boat is trading as Bella for the film'],
    ['My surname is Carvalho', 'Maiden name: Silva'],
    ['I drive a Volvo', 'My bakkie is a workhorse'],
  ])('"%s" stays beside "%s"', (older, newer) => {
    expect(judgeReplacement(newer, older, contextOf(OWN_NAME))).toBeUndefined()
  })
})
