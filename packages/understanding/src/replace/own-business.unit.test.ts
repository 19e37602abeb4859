import { describe, expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { contextOf, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Ines Carvalho'

describe('an own business', () => {
  test.each([
    ['Is a mechanic at Volta Motors', 'Runs his own tyre shop'],
    ["Ines is a nurse at St Luke's", 'Ines opened her own nail studio'],
    ['I work at Tesco', 'I run my own cleaning business now'],
    ['Works for Siemens as an engineer', 'Is self-employed'],
    ['Works as a chef at the Grand', 'Owns his own restaurant now'],
    ['I work for DHL', "I've gone freelance"],
    ['Is an accountant at KPMG', 'Has set up his own practice'],
    ['Barista at Costa', 'Runs her own café'],
    ["Works at Nando's", 'Started her own catering company'],
    ['Ines drives a bus for Arriva', 'Ines set up her own taxi firm'],
    ['Works in the kitchen at Zizzi', 'Has his own food truck now'],
    ['Works at Ford', 'Went into business for herself'],
    ['Is employed by the council', 'Works for herself now'],
    ['Works as an electrician at Balfour', 'Set up as a sole trader'],
    ['Is a teacher at Oakwood School', 'Runs her own tutoring business full-time'],
    ['Nurse at Royal Infirmary', 'Retired'],
    ['Is a manager at Aldi', 'Now has her own farm shop'],
    ['Works at Volta Motors', 'Opened a garage of his own'],
    ['Ines is a vet at Green Paws', 'Ines opened her own clinic in Braga'],
    ['Software engineer at SAP', 'Has founded his own company'],
    ['Works as a baker for Greggs', 'Opened a bakery of her own'],
    ["I'm a plumber with Pimlico", "I've gone self-employed"],
    ['Hairdresser at Supercuts', 'Has her own salon now'],
    ['Is a journalist at the Guardian', 'Went freelance last year'],
    ['I teach at Oakwood High', 'I run my own tutoring company now'],
    ['Job: driver at Bolt', 'Job: self-employed'],
    ['Lawyer at Clifford Chance', 'Set up his own firm'],
    ['Waits tables at Zizzi', 'Bought a café of her own'],
    ['Works for a dairy farmer called Pryce', 'Has his own farm now'],
    ['Ines works in HR at Shell', 'Ines became a freelance coach'],
    ['Is a welder at Harland & Wolff', 'Runs a welding business of his own'],
  ])('"%s" is replaced by "%s"', (older, newer) => {
    expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
  })

  test.each([
    ['Is a mechanic', 'Runs a tyre shop at weekends'],
    ['Is a mechanic at Volta Motors', 'Runs a tyre shop on the side'],
    ['Is a mechanic at Volta Motors', 'Runs a tyre shop at weekends'],
    ['Works at Volta Motors', 'My brother runs his own tyre shop'],
    ['Works at Volta Motors', 'Wants to open her own garage'],
    ['Works at Volta Motors', 'Volta Motors has its own canteen'],
    ["Is a nurse at St Luke's", 'Sells her own jam on Etsy'],
    ['Works at the Grand', 'Has her own office now'],
    ['Works at Tesco', 'Runs her own blog'],
    ['Works at Tesco', 'Has her own flat now'],
    ['Works at Tesco', 'Runs a marathon every year'],
    ['Works at Tesco', 'Freelances as a photographer at weekends'],
    ['Studies at MIT', 'Runs his own start-up'],
    ['Volunteers at the food bank', 'Opened her own café'],
    ['Volunteers at Oxfam', 'Is self-employed'],
    ['Runs a bakery', 'Opened a second bakery'],
    ['Works at Tesco', 'Her own business is doing fine, she thinks'],
    ['Is a baker', 'Runs her own bakery'],
    ['Is a mechanic at Volta Motors', 'His wife runs her own shop'],
    ['Is a mechanic at Volta Motors', 'Would like to run his own garage'],
    ["Nurse at St Luke's", 'Sees her own patients now'],
    ['Is a stylist at Rush', 'Has her own chair at Rush now'],
    ['Is a mechanic at Volta Motors', 'Runs his own tyre shop after work'],
    ['Works for the BBC', 'Has his own show now'],
    ['Works for herself', 'Runs her own bakery'],
    ['Works at Costa part-time', 'Runs her own bakery'],
    ["Works as a nurse at St Luke's", 'Runs her own ceramics business on days off'],
    ["Works as a nurse at St Luke's", 'Owns a café of her own that her brother runs'],
    ["Works as a nurse at St Luke's", 'Has her own workshop'],
    ['Works as an engineer at Siemens', 'Founded his own company in 2010'],
    ['Works as an engineer at Siemens', 'Went freelance in 2009'],
    ['Works as an engineer at Siemens', 'Self-employed as a photographer'],
    ['Works as a teacher at Oakwood', 'Runs her own yoga studio in the holidays'],
    ['Works part-time at Costa', 'Works full-time at Tesco in the holidays'],
  ])('"%s" stays beside "%s"', (older, newer) => {
    expect(judgeReplacement(newer, older, contextOf(OWN_NAME))).toBeUndefined()
  })
})
