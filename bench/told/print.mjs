import { askScenario } from './ask.mjs'

/** Prints the brief and the first bundle with a query of each person as the service sent them. */
export async function printPeople(base, people) {
  for (const person of people) {
    const { body } = await askScenario(base, person, { brief: true })
    console.log(`\n## ${person.name}\n\n${body.brief}`)
    for (const scenario of person.scenarios.filter(({ brief }) => !brief)) {
      const bundle = await askScenario(base, person, scenario)
      console.log(`\n${describe(scenario)}\n\n${JSON.stringify(withoutIds(bundle.body), null, 1)}`)
    }
  }
}

const describe = ({ intent, query, limit }) =>
  `intent=${intent}${query ? `, query=${JSON.stringify(query)}` : ''}${limit ? `, limit=${limit}` : ''}`

/** One line per memory keeps the print readable. */
function withoutIds({ memories, ...rest }) {
  return { ...rest, memories: memories.map(({ id: _, importance, ...memory }) => JSON.stringify({ importance, ...memory })) }
}
