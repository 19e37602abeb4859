import { expect, test } from 'vitest'
import { readQuestion } from './question.ts'

const OWN = new Set(['nora'])

test.each([
  ["What's my age?", 'birthday'],
  ['What do people call me?', 'nickname'],
  ['What is my mobile?', 'phone'],
  ['How can people reach me?', 'email'],
  ['Where did I use to live?', 'previous_home'],
  ['What year did I move here?', 'move_date'],
  ['Which floor do I live on?', 'home'],
  ['When do the bins go out?', 'home_fact'],
  ["What's my line of work?", 'business'],
  ['What do I do for work?', 'business'],
  ['How do I earn money?', 'job'],
  ['Do I work on Fridays?', 'workdays'],
  ['Who covers for me on Fridays?', 'colleague'],
  ['Where did I use to work?', 'previous_job'],
  ['What did I study?', 'degree'],
  ['What am I learning at the moment?', 'course'],
  ['Where do I keep my will?', 'document'],
  ['Do I have Netflix?', 'subscription'],
  ['What do I pay for every month?', 'subscription'],
  ['How much is childcare?', 'expense'],
  ['Who is my accountant?', 'tax'],
  ['Where does my sister teach?', 'employer'],
])('"%s" asks for %s', (text, attribute) => {
  expect(readQuestion(text, OWN).asks.map((ask) => ask.attribute.name)).toContain(attribute)
})

test.each([
  ['Where was I born?', 'birthday'],
  ['What year was I born?', 'school'],
  ['Who should be called in an emergency?', 'nickname'],
  ["What's my mother tongue?", 'mother'],
  ['Which bank am I with?', 'partner'],
  ['What was my last job?', 'job'],
  ['What do I pay for every month?', 'salary'],
  ['Which phone plan am I on?', 'plan'],
  ['What is my network password?', 'phone_plan'],
  ['What book am I reading?', 'university'],
  ['Which language am I learning?', 'course'],
])('"%s" does not ask for %s', (text, attribute) => {
  expect(readQuestion(text, OWN).asks.map((ask) => ask.attribute.name)).not.toContain(attribute)
})
