import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript-api'
import { expect, test } from 'vitest'
import { PER_USER_TABLES } from '../src/domain/users/own-rows.ts'
import { analyseStatement } from '../src/foundation/sql/statement-scope.ts'

/*
 * The user guard rejects statements it cannot analyse, which would fail requests in production. So every statement in
 * the sources is analysed here, also those that no test sends.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ROOMS = 'server/src/domain'

// Statements across users that no request runs: jobs that delete expired rows, compute vectors or extract relations, and
// commands of the operator.
const JOBS = [
  'audit/reads.ts deleteExpiredReads',
  'candidates/review.ts deleteExpiredCandidates',
  'chats/extractions.ts appsDue',
  'chats/extractions.ts lease',
  'chats/undone.ts eraseUndone',
  'derived/vectors/store.ts analyzeTables',
  'derived/vectors/store.ts deleteUnusedVectors',
  'gateway/extracted.ts deleteExpiredExtracted',
  'memories/forget.ts deleteExpiredTombstones',
  'memories/internal-queries.ts isNotStored',
  'memories/internal-queries.ts selectChangedAfter',
  'memories/internal-queries.ts selectExpired',
  'memories/internal-queries.ts selectForRelations',
  'memories/internal-queries.ts selectForVectors',
  'memories/internal-queries.ts selectUnchanged',
  'memories/muted.ts releaseMutedRest',
  'memories/snapshots.ts deleteOutdated',
  'memories/snapshots.ts selectIds',
  'memories/store-queries.ts bytesOfStores',
  'memories/sweeps.ts eraseOldTrash',
  'memories/sweeps.ts eraseOrphanedRevisions',
  'memories/sweeps.ts trimRevisions',
  'operator/people.ts itself',
  'operator/usage.ts largestPeople',
  'operator/usage.ts totalsOf',
  'portable/reading-loop.ts lease',
]

// Credentials are looked up by token before the user is known; the other tables are processed across users or hold no
// memory content. The guard still rejects ids of other users in statements on any table.
const OTHER_TABLES = [
  ...['audit_entries', 'authorization_codes', 'connection_activity', 'connection_tokens', 'connections'],
  ...['connector_links', 'deliveries', 'idempotency_keys', 'identities', 'refresh_tokens', 'relation_marks'],
  ...['stores', 'token_families', 'triggers', 'vector_marks'],
]

interface Written {
  /** The file and function of the statement. */
  where: string
  text: string
}

/** Every `sql` template of the domain modules, with embedded fragments of the same file expanded. */
function written(): Written[] {
  return readdirSync(ROOT + ROOMS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const source = readFileSync(`${ROOT}${ROOMS}/${name}`, 'utf8')
      if (!source.includes('sql`')) return []
      const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true)
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

/** The text of a template as the guard receives it, with one parameter per value. */
function textOf(template: ts.TaggedTemplateExpression): string {
  const next = { at: 1 }
  const spell = ({ template }: ts.TaggedTemplateExpression): string =>
    ts.isNoSubstitutionTemplateLiteral(template)
      ? template.text
      : template.head.text +
        template.templateSpans.map(({ expression, literal }) => piece(expression) + literal.text).join('')
  const piece = (part: ts.Expression): string => {
    if (isSql(part)) return spell(part)
    // Memory queries limit rows to the user in these functions, and inserts of one user in this one.
    if (/^(readable|readableRevision|existing)\(/.test(part.getText())) return `m.user_id = $${next.at++}`
    const [, column] = /^ofUser\(sql`([\w.]+)`\)$/.exec(part.getText()) ?? []
    if (column) return `and ${column} = $${next.at++}`
    if (ts.isConditionalExpression(part))
      return part.whenTrue.getText() === 'nothing' ? piece(part.whenFalse) : piece(part.whenTrue)
    const near = ts.isIdentifier(part) ? constantOf(part) : undefined
    return near ? spell(near) : `$${next.at++}`
  }
  return spell(template)
}

/** The template assigned to a constant of the same file. */
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

const tables = new Set(PER_USER_TABLES)
// Join fragments are analysed in the statements that embed them.
const read = written()
  .filter(({ text }) => !/^\s*left join /.test(text))
  .map((each) => ({ ...each, promised: analyseStatement(each.text, tables) }))

test('the user guard can analyse every statement on per-user tables, except those of jobs', () => {
  const refused = read.filter(({ promised }) => promised.refused)
  const reasons = refused.map(({ where, text, promised }) => `${where}: ${promised.refused}: ${text}`).join('\n')
  expect([...new Set(refused.map(({ where }) => where))].sort(), reasons).toEqual(JOBS)
  expect(read.filter(({ promised }) => promised.named).length).toBeGreaterThan(30)
})

test('every table with a user_id column is guarded or listed as an exception', () => {
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
