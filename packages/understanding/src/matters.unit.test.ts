import { describe, expect, test } from 'vitest'
import { readQuestion } from './question.ts'
import { readStatement } from './statement.ts'

const stated = (text: string) =>
  readStatement(text, new Set(['ada'])).facts.map(({ attribute, polarity }) =>
    polarity === 'affirmed' ? attribute.name : `${attribute.name} ${polarity}`,
  )
const asked = (text: string) =>
  readQuestion(text, new Set(['ada']))
    .asks.filter(({ weight }) => weight === 1)
    .map(({ attribute }) => attribute.name)

describe('matters of daily life', () => {
  test.each([
    ['I take home about 2,300 euros, it lands on the 25th.', 'salary'],
    ['Her wages come on the last Friday.', 'salary'],
    ['Takes the tram from the harbour and walks the last bit.', 'commute'],
    ['I start at six and the drive takes 40 minutes.', 'commute'],
    ['Nine years left on the house.', 'mortgage'],
    ['I lent Marco 300 euros.', 'debt'],
    ['Medical aid is with Bonitas.', 'insurance'],
    ['Has a world tracker with a low fee.', 'investment'],
    ['Gives free chess lessons on Sundays.', 'volunteering'],
    ['Serves lunch at the soup kitchen.', 'volunteering'],
    ['Knits hats for newborns.', 'volunteering'],
    ['Three weeks around Iceland with Tom.', 'trip'],
    ['Stuck on chapter nine of Middlemarch.', 'reads'],
    ['Midterm is on 4 May.', 'exam'],
    ['The form has to be submitted by 3 June.', 'deadline'],
    ['My permit is good until August.', 'document'],
    ['Work laptop is a Lenovo.', 'computer'],
    ['Carries an old flip phone.', 'phone_model'],
    ['Uses a prepaid SIM.', 'phone_plan'],
    ['Passwords are kept in a green notebook.', 'software'],
    ['My domain is ada-paints.eu.', 'website'],
    ['Let the rowing club membership lapse.', 'subscription'],
    ['Kickboxing on Tuesdays.', 'sport'],
    ['Owns about 300 records.', 'hobby'],
  ])('%s states %s', (text, attribute) => {
    expect(stated(text).map((name) => name.split(' ')[0])).toContain(attribute)
  })

  test.each([
    ['The early shift begins at 5:30 and the drive is short.', 'address'],
    ['Had a crash on the ring road.', 'address'],
    ["Has to appear as a witness at the magistrate's court.", 'job'],
    ["Has to appear as a witness at the magistrate's court.", 'employer'],
    ['The van is insured until May.', 'car'],
    ['The bread takes home yeast.', 'salary'],
  ])('%s does not state %s', (text, attribute) => {
    expect(stated(text)).not.toContain(attribute)
  })

  test.each([
    ['when is payday', 'salary'],
    ['what am I driving these days', 'car'],
    ['do I have any homework', 'deadline'],
    ['when does my visa run out', 'document'],
    ['what do I do for the community', 'volunteering'],
    ['which magazine did I cancel', 'subscription'],
    ['where do I keep my logins', 'software'],
    ['which of my machines runs Linux', 'computer'],
    ['who owes me money', 'debt'],
    ['when do I have to leave for work', 'commute'],
    ['when is my resit', 'exam'],
    ['what is my phone', 'phone_model'],
    ['what is my side hustle', 'job'],
    ['do I cycle to work', 'commute'],
    ['what am I knitting', 'hobby'],
    ['do I sit by the window', 'seat_preference'],
    ['what is on my nightstand', 'reads'],
    ['how old am I', 'age'],
    ['when is she due', 'pregnancy'],
  ])('%s asks for %s', (question, attribute) => {
    expect(asked(question)).toContain(attribute)
  })

  test.each([
    ['do I still own a boat', 'owns'],
    ['which of my machines runs Linux', 'running'],
    ['can I go abroad next month', 'skill'],
    ['what do I do for the community', 'business'],
    ['how do I get to the office', 'workplace'],
    ['when is my paper due', 'pregnancy'],
    ['how old is the car', 'age'],
    ['what have I got on this weekend', 'owns'],
  ])('%s does not ask for %s', (question, attribute) => {
    expect(asked(question)).not.toContain(attribute)
  })
})
