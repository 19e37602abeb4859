import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript-api'
import { expect, test } from 'vitest'

/*
 * A Citus cluster refuses an insert that returns a subquery, such as the icon of an app. Statements of several parts run on a
 * shard as a whole, where that is allowed.
 */

const DOMAIN = fileURLToPath(new URL('../src/domain/', import.meta.url))

const inserts: { where: string; text: string }[] = []
/** Constants and functions that are SQL fragments, by name. */
const fragments = new Map<string, string>()

for (const name of readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
  const source = readFileSync(DOMAIN + name, 'utf8')
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node) => {
    const isNamed = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)
    if (isNamed && node.name && node.getText().includes('sql`')) fragments.set(node.name.getText(), node.getText())
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
      const text = node.template.getText().slice(1, -1)
      if (/^\s*insert into /.test(text)) inserts.push({ where: name, text })
    }
    node.forEachChild(visit)
  }
  visit(file)
}

function hasSubquery(text: string, seen: readonly string[] = []): boolean {
  if (/\(\s*select\b/.test(text)) return true
  return [...text.matchAll(/\$\{\s*(\w+)/g)].some(([, name = '']) => {
    const fragment = seen.includes(name) ? undefined : fragments.get(name)
    return fragment !== undefined && hasSubquery(fragment, [...seen, name])
  })
}

test('recognises a subquery in a fragment of another file', () => {
  expect(hasSubquery(`id, ${'$'}{iconPath(sql)} as icon`)).toBe(true)
  expect(hasSubquery(`id, ${'$'}{newId} as name`)).toBe(false)
})

test('no insert returns a subquery', () => {
  const returning = inserts.filter(({ text }) => hasSubquery(/\breturning\b([\s\S]*)$/.exec(text)?.[1] ?? ''))
  expect(returning).toEqual([])
  expect(inserts.length).toBeGreaterThan(20)
})
