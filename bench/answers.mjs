// Measures whether apps get the truth: loads invented people, then scores briefs, bundles, answers and silence.
//
//   node bench/answers.mjs [--people id,id] [--failures] [--print 5] [--base http://127.0.0.1:8787]
//
// Without --base it starts its own service on the embedded engine, without a model.

import { askQuestion, askScenario } from './answers/ask.mjs'
import { loadPeople } from './answers/load.mjs'
import { readPeople } from './answers/people.mjs'
import { printPeople } from './answers/print.mjs'
import { scoreScenario } from './answers/scenarios.mjs'
import { groupBy, macroHit, percent, separation, summariseQuestions, summariseScenarios } from './answers/scores.mjs'
import { startService, temporaryFolder } from './lib/processes.mjs'
import { table } from './lib/report.mjs'
import { begin, readOptions } from './lib/run.mjs'

const options = readOptions({ people: [], failures: false, print: 0, base: undefined })

async function runScenarios(base, people) {
  const rows = []
  for (const person of people) {
    for (const scenario of person.scenarios) {
      const answer = await askScenario(base, person, scenario)
      const kind = scenario.brief ? 'brief' : `context ${scenario.intent}`
      rows.push({ person: person.id, kind, scenario, ...scoreScenario(person, scenario, answer) })
    }
  }
  return rows
}

async function runQuestions(base, people) {
  const [rows, silence] = [[], []]
  for (const person of people) {
    for (const { category, query, right } of person.questions) {
      const { items, relevance, calibrated } = await askQuestion(base, person, query)
      const rank = items.findIndex(({ id }) => right.includes(id))
      rows.push({ person: person.id, category, query, right, rank, relevance, calibrated, first: items[0]?.text })
    }
    for (const query of person.unanswerable) {
      const { items, relevance } = await askQuestion(base, person, query)
      silence.push({ person: person.id, query, relevance, first: items[0]?.text })
    }
  }
  return { rows, silence }
}

function showScenarios(rows) {
  const lines = [['all', rows], ...groupBy(rows, 'kind'), ...groupBy(rows, 'person')]
  const cells = lines.map(([name, group]) => ({ scenarios: name, ...summary(group) }))
  console.log(`\n### Briefs and bundles\n\n${table(Object.keys(cells[0]), cells)}`)
  const reasons = groupBy(
    rows.flatMap(({ violations }) => violations.map(([reason]) => ({ reason }))),
    'reason',
  )
  console.log(`\nViolations: ${reasons.map(([reason, { length }]) => `${reason} ${length}`).join(', ') || 'none'}`)
  function summary(group) {
    const { scenarios: n, ...rest } = summariseScenarios(group)
    return { n, ...rest }
  }
}

function showQuestions(rows) {
  const lines = [['all', rows], ...groupBy(rows, 'category')]
  const cells = lines.map(([name, group]) => ({ category: name, ...summariseQuestions(group) }))
  console.log(`\n### Everyday questions\n\n${table(Object.keys(cells[0]), cells)}`)
  console.log(`\nMacro hit@1: ${percent(macroHit(rows))}`)
}

function showSilence(rows, silence) {
  const groups = [
    ['all', rows, silence],
    ['found in the first ten', rows.filter(({ rank }) => rank >= 0), silence],
  ]
  const cells = groups.map(([name, yes, no]) => {
    const { auroc, falseAnswers } = separation(yes, no)
    return {
      questions: name,
      answerable: yes.length,
      unanswerable: no.length,
      AUROC: auroc.toFixed(3),
      'false answers at 95 % kept': percent(falseAnswers),
    }
  })
  const scale = rows.some(({ calibrated }) => calibrated) ? '`relevance`' : 'the first score'
  console.log(`\n### Silence, by ${scale}\n\n${table(Object.keys(cells[0]), cells)}`)
}

function showFailures(people, scenarios, rows, silence) {
  const textOf = (person, id) => people.find((each) => each.id === person).texts.get(id) ?? id
  console.log('\n### Failures')
  for (const { person, kind, scenario, missed, violations, clean } of scenarios) {
    if (clean) continue
    console.log(`\n${person}, ${kind}${scenario.query ? `, “${scenario.query}”` : ''}`)
    for (const id of missed) console.log(`  missing: ${textOf(person, id)}`)
    for (const [reason, id] of violations) console.log(`  ${reason}: ${textOf(person, id)}`)
  }
  for (const { person, category, query, right, rank, first } of rows) {
    if (rank === 0) continue
    const place = rank < 0 ? 'absent' : `${rank + 1}`
    console.log(
      `\n${person}, ${category}: “${query}”\n  ${place}: ${textOf(person, right[0])}\n  first: ${first ?? 'nothing'}`,
    )
  }
  for (const { person, query, relevance, first } of silence.toSorted((a, b) => b.relevance - a.relevance)) {
    if (first) console.log(`\n${person}, unanswerable, ${relevance.toFixed(2)}: “${query}”\n  first: ${first}`)
  }
}

const folder = options.base ? undefined : temporaryFolder()
const service = folder && (await startService({ dataDir: folder.path }))
const base = options.base ?? service.base
const run = begin('answers')
try {
  const people = await loadPeople(base, readPeople(options.people, new Date()))
  if (options.print) await printPeople(base, people.slice(0, options.print))
  else {
    const scenarios = await runScenarios(base, people)
    const { rows, silence } = await runQuestions(base, people)
    if (options.failures) showFailures(people, scenarios, rows, silence)
    showScenarios(scenarios)
    showQuestions(rows)
    showSilence(rows, silence)
    run.save({
      summary: summariseScenarios(scenarios),
      macroHit: macroHit(rows),
      silence: separation(rows, silence),
      scenarios,
      questions: rows,
      unanswerable: silence,
    })
  }
} finally {
  await service?.stop()
  folder?.remove()
}
