import { expect, test } from 'vitest'
import { smallTalkIn } from './small-talk.ts'

test.each([
  'hello',
  'Good evening to you',
  'thanks a lot, that was very helpful',
  'hey there, how are things going',
  'are you human',
  'thanks a million',
  'tell us a riddle about tides',
  "what's your name",
  'who made you',
  'can you help me',
  "let's chat",
  'please write a ballad about a lighthouse',
  'could you translate good morning into Welsh',
  'explain gravity like I am five',
  'give me seven names for a boat',
  'suggest a title for an essay on moss',
  'correct my spelling',
  'what is 7 cubed',
  'how much is 40 pounds in yen',
  'what is 12 divided by 4',
  'hi, what time is it in Lima',
])('%j is small talk', (query) => {
  const found = smallTalkIn(query)
  expect(found === true || found?.length === 0).toBe(true)
})

test.each<[string, string[]]>([
  ['what is the population of Chile', ['population', 'of', 'chile']],
  ['what is the coldest continent', ['coldest', 'continent']],
  ['which planet is the largest', ['largest']],
  ['who is the mayor of Lyon', ['mayor', 'of', 'lyon']],
  ['who invented dynamite', ['invented', 'dynamite']],
  ['who won the world cup in 1990', ['won', 'the', 'world', 'cup', 'in', '1990']],
  ['how does a heat pump work', ['heat', 'pump', 'work']],
  ['what does ubiquitous mean', ['ubiquitous', 'mean']],
  ['who painted the Night Watch', ['night', 'watch']],
  ['how do I bake scones', ['scones']],
  ['what is the recipe for goulash', ['recipe', 'for', 'goulash']],
  ['how many people live in Graz', ['people', 'live', 'in', 'graz']],
])('%j is general knowledge unless a memory has %j', (query, keys) => {
  expect(smallTalkIn(query)).toEqual(keys)
})

test.each([
  'hi, when is my dentist appointment',
  'thanks, and where do I work',
  'ok where is the spare key',
  'great aunt',
  'morning medication',
  'right knee',
  'cool box',
  'do you remember the name of the vet',
  'what do you know about me',
  'can you tell me where the spare key is',
  'could you give me the gate code',
  'are you able to tell me my blood type',
  'describe my dog',
  'explain why I quit smoking',
  'write a birthday card for my wife',
  'recommend a restaurant I would like',
  'how do I take my coffee',
  'how do I keep fit',
  'how do I cook on the road',
  'how do I clean the filter',
  'who built the shed',
  'who is the captain of my team',
  'what is the biggest fish I caught',
  'what is the meaning of my name',
  'how many sugars do I take in a cup',
  'how many rooms are in the flat',
  'how long does it take to get to work',
  'when does the train leave',
])('%j may be a question about the person', (query) => {
  expect(smallTalkIn(query)).toBeUndefined()
})
