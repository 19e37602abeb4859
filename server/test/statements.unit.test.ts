import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { THINGS } from '../src/edge/enter.ts'
import { promiseOf } from '../src/foundation/own-rows-text.ts'

/*
 * What the second lock cannot read it refuses, and that would be a failure in front of somebody. So every statement of
 * the sources is read here as it is written, whether or not a test ever sends it.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ROOMS = 'server/src/domain'

// These look across people, and no request runs them: jobs that sweep, and what makes vectors and reads relations.
const JOBS = [
  'candidates/review.ts sweepCandidates',
  'gateway/extracted.ts sweepExtracted',
  'memories/door.ts selectAfter',
  'memories/door.ts selectForRelations',
  'memories/door.ts selectForVectors',
  'memories/door.ts selectUnchanged',
  'memories/forget.ts sweepGone',
  'memories/vectors.ts analyseTables',
  'memories/vectors.ts sweepModels',
]

// What opens doors is looked for by a token before it is known whose it is; the rest is told or counted across people,
// or says nothing of what somebody said. No request looks there by another's id: that the lock holds for every table.
const OTHER_TABLES = [
  ...['audit_entries', 'authorization_codes', 'connection_activity', 'connection_tokens', 'connections'],
  ...['connector_links', 'deliveries', 'idempotency_keys', 'identities', 'refresh_tokens', 'relation_marks'],
  ...['stores', 'token_families', 'triggers', 'vector_marks'],
]

interface Written {
  /** File and function. */
  where: string
  text: string
}

/** Every `sql` template of the rooms. What is spliced in stands there as it is written, where it is near. */
function written(): Written[] {
  return readdirSync(ROOT + ROOMS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const file = ts.createSourceFile(
        name,
        readFileSync(`${ROOT}${ROOMS}/${name}`, 'utf8'),
        ts.ScriptTarget.Latest,
        true,
      )
      const found: Written[] = []
      const visit = (node: ts.Node) => {
        if (isSql(node)) found.push({ where: `${name} ${functionOf(node)}`, text: textOf(node) })
        node.forEachChild(visit)
      }
      visit(file)
      return found
    })
}

const isSql = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql'

function functionOf(node: ts.Node): string {
  for (let at = node.parent; at; at = at.parent) if (ts.isFunctionDeclaration(at)) return at.name?.text ?? ''
  return 'itself'
}

/** A template as the lock reads it: each value a parameter of its own. */
function textOf(template: ts.TaggedTemplateExpression): string {
  const next = { at: 1 }
  const spell = ({ template }: ts.TaggedTemplateExpression): string =>
    ts.isNoSubstitutionTemplateLiteral(template)
      ? template.text
      : template.head.text +
        template.templateSpans.map(({ expression, literal }) => piece(expression) + literal.text).join('')
  const piece = (part: ts.Expression): string => {
    if (isSql(part)) return spell(part)
    // Whose rows they are is said by one function of the door.
    if (/^readable\(/.test(part.getText())) return `m.user_id = $${next.at++}`
    if (ts.isConditionalExpression(part))
      return part.whenTrue.getText() === 'nothing' ? piece(part.whenFalse) : piece(part.whenTrue)
    const near = ts.isIdentifier(part) ? constantOf(part) : undefined
    return near ? spell(near) : `$${next.at++}`
  }
  return spell(template)
}

/** The template that a constant of the same file holds. */
function constantOf(name: ts.Identifier): ts.TaggedTemplateExpression | undefined {
  let found: ts.TaggedTemplateExpression | undefined
  const visit = (node: ts.Node) => {
    if (
      ts.isVariableDeclaration(node) &&
      node.name.getText() === name.text &&
      node.initializer &&
      isSql(node.initializer)
    )
      found = node.initializer
    node.forEachChild(visit)
  }
  visit(name.getSourceFile())
  return found
}

const tables = new Set(THINGS)
// A join is read where it is spliced in.
const read = written()
  .filter(({ text }) => !/^\s*left join /.test(text))
  .map((each) => ({ ...each, promised: promiseOf(each.text, tables) }))

test('every statement about people’s things says whose they are, in words the second lock can read', () => {
  const refused = read.filter(({ promised }) => promised.refused)
  const told = refused.map(({ where, text, promised }) => `${where}: ${promised.refused}: ${text}`).join('\n')
  expect([...new Set(refused.map(({ where }) => where))].sort(), told).toEqual(JOBS)
  expect(read.filter(({ promised }) => promised.named).length).toBeGreaterThan(30)
})

test('every table that says whose its rows are is under the second lock, or is not for a reason', () => {
  const migrations = readdirSync(`${ROOT}server/migrations`).map((name) =>
    readFileSync(`${ROOT}server/migrations/${name}`, 'utf8'),
  )
  const owned = migrations.flatMap((text) =>
    [...text.matchAll(/^create table (\w+) \(([\s\S]*?)^\)/gm)].flatMap(([, table = '', columns = '']) =>
      /^\s*user_id\s/m.test(columns) ? [table] : [],
    ),
  )
  expect(owned.filter((table) => !tables.has(table)).sort()).toEqual(OTHER_TABLES)
})
