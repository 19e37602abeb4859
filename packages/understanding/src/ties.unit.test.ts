import { expect, test } from 'vitest'
import { tiesIn } from './ties.ts'

const own = new Set(['maren', 'solheim'])
const read = (text: string) =>
  tiesIn(text, own)
    .map(({ name, kind, of }) => `${name} ${kind}${of && ` of ${of}`}`)
    .sort()

test.each([
  ['Her daughter Ingvild runs a bakery.', ['ingvild child']],
  ['Brother Arvid keeps bees.', ['arvid sibling']],
  ['My landlord is called Mr Fenwick.', ['fenwick landlord']],
  ['Her father was a fisherman called Nils.', ['nils parent']],
  ["My mum's name is Odile.", ['odile parent']],
  ['My boss at the café, Zofia, does the rota.', ['zofia boss']],
  ['Wife: Adaeze, midwife', ['adaeze partner']],
  ['kids - Zuri (11), Tobe (8), Nkem (4)', ['nkem child', 'tobe child', 'zuri child']],
  ['Uche (brother) owes me 300', ['uche sibling']],
  ['Turid: best friend since nursing school.', ['turid best_friend']],
  ['Nico is a mate from my climbing club.', ['nico friend']],
  ["Fiona, Petter's wife, expects a baby.", ['fiona partner of petter']],
  ["My brother's wife Ana is a vet.", ['ana partner of #sibling']],
  ['My cousin Ines lives in Lyon with her husband Mathieu.', ['ines cousin', 'mathieu partner of ines']],
  ['Ines had twins last year, Noa and Alba.', ['alba child of ines', 'noa child of ines']],
  [
    "Grandsons: Ole 11, Per 8 (both Kari's)",
    ['ole child of kari', 'ole grandchild', 'per child of kari', 'per grandchild'],
  ],
  ['I share a flat with Owen and Bilal in Leeds.', ['bilal roommate', 'owen roommate']],
  ['At the café I work with Kwame and Ellie.', ['ellie colleague', 'kwame colleague']],
  ['My band Rusty Gate: me on bass, Callum drums, Hetty vocals.', ['callum bandmate', 'hetty bandmate']],
  ['Lindqvist supervises my dissertation.', ['lindqvist boss']],
  ["Maren's sister Solveig is a nun.", ['solveig sibling']],
])('reads %s', (text, ties) => {
  expect(read(text)).toEqual(ties)
})

test.each([
  'The priest, Father Leif, brings communion.',
  'Steph is a dental nurse and Owen is a teacher.',
  'My former boss Nadia emigrated.',
  'vet: Pusur only eats the renal diet',
  'Two girls work the till: Nilufar mornings, Sevara afternoons.',
  'Her regular rope partner Sindre is a fisherman.',
  'My wife is Irish.',
  'My parents live in Porto.',
  'The sister company Norsk Hydro pays better.',
  'Owen works with Kwame.',
  'Maren is a friend of the museum.',
])('reads no tie in %s', (text) => {
  expect(read(text)).toEqual([])
})
