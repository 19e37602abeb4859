import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { FAILURES } from '../src/generated/api.ts'
import { GUIDES } from '../src/portal/guides/list.ts'
import { guidePath, PORTAL } from '../src/urls.ts'
import { ERROR_SLUGS, errorPage, isErrorSlug, withErrorLinks } from './error-pages.ts'
import { anchorOf, renderMarkdown } from './markdown.ts'

/*
 * The guides for developers, from `docs/` and the packages: rendered as HTML for the pages, and as Markdown for programs that read
 * `/llms.txt` (llmstxt.org).
 */

const ROOT = new URL('../../', import.meta.url)
const LIST = 'virtual:guides'
const MODULE = 'virtual:guide/guide-'
const SUMMARY =
  'One memory per person, shared by apps under the consent of that person. Apps connect with OAuth and get a connection token; then they remember, recall and get context over plain HTTP and JSON.'

const all = GUIDES.flatMap(({ guides }) => guides)
const files = new Map(all.map(({ slug, file = `docs/${slug}.md` }) => [slug, file] as const))
const parts = new Map(all.flatMap(({ slug, part }) => (part ? [[slug, part] as const] : [])))
const slugs = [...files.keys(), ...ERROR_SLUGS]
const API = 'api'
const ERRORS = 'errors-and-limits'

const fileOf = (slug: string) => files.get(slug) ?? `docs/${slug}.md`

function sourceOf(slug: string): string {
  if (isErrorSlug(slug)) return errorPage(slug)
  const text = readFileSync(new URL(fileOf(slug), ROOT), 'utf8')
  const part = parts.get(slug)
  if (part) return partOf(text, part)
  return slug === ERRORS ? withErrorLinks(text) : text
}

/** A part of a document as a document of its own: from its heading to the next one of this level. */
function partOf(text: string, heading: string): string {
  const [, after = ''] = text.split(`\n## ${heading}\n`)
  const [part = ''] = after.split('\n## ')
  if (!part) throw new Error(`there is no heading “${heading}”`)
  return `# ${heading}\n${part}\n`
}

/** The guide, or the list of routes, that a link of another one leads to, and the anchor in it. */
function linkedFrom(slug: string, target: string): { slug: string; anchor: string } | undefined {
  const { href, hash } = new URL(target, new URL(fileOf(slug), ROOT))
  const whole = [...parts].find(([each, part]) => href === `${new URL(fileOf(each), ROOT)}#${anchorOf(part)}`)
  if (whole) return { slug: whole[0], anchor: '' }
  const linked = [...slugs, API].find(
    (each) => !parts.has(each) && new URL(fileOf(each), ROOT).href === href.replace(hash, ''),
  )
  return linked === undefined ? undefined : { slug: linked, anchor: hash }
}

const isAddress = (target: string) => /^(https?:|#|mailto:)/.test(target)

const isPage = (target: string) => target.startsWith('/')

/** Where a link of a guide leads on the pages; links to other files of the repository have no address there. */
const linkIn = (from: string) => (target: string) => {
  if (isAddress(target) || isPage(target)) return target
  const linked = linkedFrom(from, target)
  return linked && (linked.slug === API ? PORTAL.reference : `${guidePath(linked.slug)}${linked.anchor}`)
}

const FENCED = /^(```[\s\S]*?^```)$/m

/** A guide for programs: links lead to addresses of the service, and those to other files are left out. */
function textOf(slug: string): string {
  const parts = sourceOf(slug).split(FENCED)
  return parts.map((part, at) => (at % 2 ? part : withAddresses(slug, part))).join('')
}

function withAddresses(slug: string, text: string): string {
  return text.replaceAll(/!?\[([^\]]*)\]\(([^)\s]+)\)/g, (link: string, label: string, target: string) => {
    if (isAddress(target)) return link
    if (isPage(target)) return `[${label}]({{origin}}${target})`
    const linked = linkedFrom(slug, target)
    return linked ? `[${label}]({{origin}}${guidePath(linked.slug)}.md${linked.anchor})` : label
  })
}

/** Lets the pages import each guide as a module with its HTML. */
export const guides: Plugin = {
  name: 'guides',
  resolveId: (id) => (id === LIST || id.startsWith(MODULE) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${LIST}`) return listModule()
    if (!id.startsWith(`\0${MODULE}`)) return undefined
    const slug = id.slice(MODULE.length + 1)
    const rendered = renderMarkdown(sourceOf(slug), linkIn(slug))
    return Object.entries(rendered)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
  generateBundle() {
    const texts = [
      ...[...slugs, API].map((slug) => ({ path: `${guidePath(slug)}.md`, text: textOf(slug) })),
      { path: '/llms.txt', text: overview() },
      { path: '/llms-full.txt', text: [overview(), ...[...files.keys(), API].map(textOf)].join('\n\n---\n\n') },
    ]
    this.emitFile({ type: 'asset', fileName: 'texts.json', source: JSON.stringify(texts) })
  },
}

/** The module that loads each guide on demand. */
function listModule(): string {
  const loaders = slugs.map((slug) => `${JSON.stringify(slug)}: () => import(${JSON.stringify(MODULE + slug)})`)
  return `export const loaders = { ${loaders.join(', ')} }`
}

/** The overview for programs; the server replaces `{{origin}}` with its address. */
function overview(): string {
  const sections = GUIDES.map(({ title, guides }) => {
    const links = guides.map(({ slug, title, text }) => `- [${title}]({{origin}}${guidePath(slug)}.md): ${text}`)
    return `## ${title}\n\n${links.join('\n')}`
  })
  const errors = FAILURES.map(
    ({ code, message }) => `- [${code}]({{origin}}${PORTAL.error.replace('$code', code)}.md): ${message}`,
  )
  const api = [
    '## API',
    '',
    '- [OpenAPI document]({{origin}}/v1/openapi.json): every route, with schemas, failures and examples',
    '- [What apps call]({{origin}}/v1/openapi.json?audience=app): the routes for apps alone',
    `- [List of routes]({{origin}}${guidePath(API)}.md): every route in one line, as Markdown`,
    `- [API reference]({{origin}}${PORTAL.reference}): the same as pages`,
    '- [MCP server]({{origin}}/mcp): the same memory as tools of the Model Context Protocol',
    '- [Everything in one file]({{origin}}/llms-full.txt)',
  ]
  return [
    '# Memory Service',
    '',
    `> ${SUMMARY}`,
    '',
    sections.join('\n\n'),
    '',
    '## Error codes',
    '',
    ...errors,
    '',
    api.join('\n'),
    '',
  ].join('\n')
}
