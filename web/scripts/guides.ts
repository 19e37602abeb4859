import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { GUIDES } from '../src/portal/guides/list.ts'
import { guidePath, PORTAL } from '../src/urls.ts'
import { renderMarkdown } from './markdown.ts'

/*
 * The guides for developers, from `docs/`: rendered as HTML for the pages, and as Markdown for programs that read
 * `/llms.txt` (llmstxt.org).
 */

const FOLDER = new URL('../../docs/', import.meta.url)
const LIST = 'virtual:guides'
const MODULE = 'virtual:guide/guide-'
const SUMMARY =
  'One memory per person, shared by apps under the consent of that person. Apps connect with OAuth and get a connection token; then they remember, recall and get context over plain HTTP and JSON.'

const sourceOf = (slug: string) => readFileSync(new URL(`${slug}.md`, FOLDER), 'utf8')
const slugs = GUIDES.flatMap(({ guides }) => guides.map(({ slug }) => slug))

/** Where a link of a guide leads on the pages; links to other files of the repository have no address there. */
function linkTo(target: string): string | undefined {
  if (/^(https?:|#|mailto:)/.test(target)) return target
  const [file = '', anchor] = target.split('#')
  const slug = /^([\w-]+)\.md$/.exec(file)?.[1] ?? ''
  if (slug === 'api') return PORTAL.reference
  return slugs.includes(slug) ? `${guidePath(slug)}${anchor ? `#${anchor}` : ''}` : undefined
}

/** Lets the pages import each guide as a module with its HTML. */
export const guides: Plugin = {
  name: 'guides',
  resolveId: (id) => (id === LIST || id.startsWith(MODULE) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${LIST}`) return listModule()
    if (!id.startsWith(`\0${MODULE}`)) return undefined
    const rendered = renderMarkdown(sourceOf(id.slice(MODULE.length + 1)), linkTo)
    return Object.entries(rendered)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
  generateBundle() {
    const texts = [
      ...slugs.map((slug) => ({ path: `${guidePath(slug)}.md`, text: sourceOf(slug) })),
      { path: '/llms.txt', text: overview() },
      { path: '/llms-full.txt', text: [overview(), ...slugs.map(sourceOf), sourceOf('api')].join('\n\n---\n\n') },
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
  const api = [
    '## API',
    '',
    '- [OpenAPI document]({{origin}}/v1/openapi.json): every route, with schemas, failures and examples',
    `- [API reference]({{origin}}${PORTAL.reference}): the same as pages`,
    '- [MCP server]({{origin}}/mcp): the same memory as tools of the Model Context Protocol',
    '- [Everything in one file]({{origin}}/llms-full.txt)',
  ]
  return ['# Memory Service', '', `> ${SUMMARY}`, '', sections.join('\n\n'), '', api.join('\n'), ''].join('\n')
}
