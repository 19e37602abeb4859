import { askScenario } from './ask.mjs'

/** Prints the brief of each person, and the bundles of all their scenarios. */
export async function printPeople(base, people) {
  for (const person of people) {
    const { prose } = await askScenario(base, person, { brief: true })
    console.log(`\n## ${person.name}\n\n${prose}`)
    for (const scenario of person.scenarios.filter(({ brief }) => !brief)) {
      const { body } = await askScenario(base, person, scenario)
      console.log(`\n${describe(scenario)}\n\n${printBundle(body)}`)
    }
  }
}

const describe = ({ intent, query, limit }) =>
  `### ${intent}${query ? `: “${query}”` : ', without a query'}${limit ? ` (at most ${limit})` : ''}`

/** The response as JSON, with one line for each memory and relationship. */
function printBundle({ memories, relationships, ...rest }) {
  const lines = (rows) => rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')
  return [
    `  "memories": [\n${lines(memories)}\n  ]`,
    `  "relationships": [\n${lines(relationships ?? [])}\n  ]`,
    ...Object.entries(rest).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`),
  ].join(',\n')
}
