/*
 * Renders the Markdown of the guides as HTML: headings, paragraphs, lists, tables, code and links, as `docs/` uses them.
 * Texts are escaped, so HTML in a guide is shown as text; comments are left out.
 */

/** Returns the address that a link leads to; `undefined` if its target is not published, which leaves only the text. */
export type LinkTo = (target: string) => string | undefined

export interface Rendered {
  title: string
  html: string
  /** The headings of the second level, with their anchors. */
  sections: { id: string; title: string }[]
}

interface Block {
  html: string
  /** The number of lines it took. */
  lines: number
}

const FENCE = '```'

/** Renders a document, whose first line is its title. */
export function renderMarkdown(text: string, linkTo: LinkTo): Rendered {
  const lines = text.split('\n').filter((line) => !line.startsWith('<!--'))
  const [first = '', ...rest] = lines
  const sections: Rendered['sections'] = []
  const html: string[] = []
  for (let at = 0; at < rest.length; ) {
    const block = blockAt(rest.slice(at), linkTo, sections)
    html.push(block.html)
    at += block.lines
  }
  return { title: first.replace(/^# /, ''), html: withRowAnchors(html.join('\n')), sections }
}

function blockAt(lines: readonly string[], linkTo: LinkTo, sections: Rendered['sections']): Block {
  const [line = ''] = lines
  if (!line.trim()) return { html: '', lines: 1 }
  if (line.startsWith(FENCE)) return codeBlock(lines)
  if (line.startsWith('#')) return heading(line, linkTo, sections)
  if (line.startsWith('|')) return table(lines, linkTo)
  if (itemOf(line)) return list(lines, linkTo)
  const count = countWhile(lines, (one, at) => one.trim() !== '' && (at === 0 || !startsBlock(one)))
  const words = lines.slice(0, count)
  if (line.startsWith('> '))
    return {
      html: `<blockquote>${inline(words.map((one) => one.replace(/^> ?/, '')).join(' '), linkTo)}</blockquote>`,
      lines: count,
    }
  return { html: `<p>${inline(words.join(' '), linkTo)}</p>`, lines: count }
}

function startsBlock(line: string): boolean {
  return line.startsWith(FENCE) || line.startsWith('#') || line.startsWith('|') || itemOf(line) !== undefined
}

function codeBlock(lines: readonly string[]): Block {
  const [, file] = (lines[0] ?? '').slice(FENCE.length).trim().split(' ')
  const end = lines.findIndex((line, at) => at > 0 && line.startsWith(FENCE))
  const code = lines.slice(1, end < 0 ? undefined : end).join('\n')
  const name = file ? `<figcaption>${escapeHtml(file)}</figcaption>` : ''
  // Long lines scroll, also by the keyboard.
  const copy = '<button type="button" data-copy aria-live="polite">Copy</button>'
  const html = `<figure>${name}${copy}<pre tabindex="0"><code>${escapeHtml(code)}</code></pre></figure>`
  return { html, lines: end < 0 ? lines.length : end + 1 }
}

function heading(line: string, linkTo: LinkTo, sections: Rendered['sections']): Block {
  const level = Math.min(4, line.length - line.replace(/^#+/, '').length)
  const text = line.slice(level).trim()
  const id = anchorOf(text)
  if (level === 2) sections.push({ id, title: plain(text) })
  return { html: `<h${level} id="${id}">${inline(text, linkTo)}</h${level}>`, lines: 1 }
}

/** The anchor of a heading, as on GitHub. */
export function anchorOf(heading: string): string {
  return plain(heading)
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
    .replaceAll(' ', '-')
}

const plain = (text: string) => text.replace(/[`*]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

/** Makes a row that is about one error code a target of links: the first one for each code. */
function withRowAnchors(html: string): string {
  const linked = new Set<string>()
  return html.replaceAll(
    /<tr>(?=<td>(?:<a [^>]*>)?<code>([a-z]+(?:_[a-z]+)*)<\/code>)/g,
    (row: string, name: string) => {
      if (linked.has(name) || html.includes(` id="${name}"`)) return row
      linked.add(name)
      return `<tr id="${name}">`
    },
  )
}

function table(lines: readonly string[], linkTo: LinkTo): Block {
  const count = countWhile(lines, (line) => line.startsWith('|'))
  const [head = [], , ...rows] = lines.slice(0, count).map(cellsOf)
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell, linkTo)}</${tag}>`).join('')}</tr>`
  const body = rows.map((cells) => row(cells, 'td')).join('')
  const html = `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead>${row(head, 'th')}</thead><tbody>${body}</tbody></table></div>`
  return { html, lines: count }
}

// A bar within code, or after a backslash, is part of a cell.
function cellsOf(line: string): string[] {
  const cells: string[] = []
  let cell = ''
  let inCode = false
  const text = line.trim().slice(1, -1)
  for (let at = 0; at < text.length; at++) {
    const escaped = text[at] === '\\' && text[at + 1] === '|'
    if (escaped) at++
    if (text[at] === '`') inCode = !inCode
    if (text[at] === '|' && !escaped && !inCode) {
      cells.push(cell)
      cell = ''
    } else cell += text[at]
  }
  return [...cells, cell].map((one) => one.trim())
}

function itemOf(line: string): { ordered: boolean; indent: number; text: string } | undefined {
  const [, space = '', mark = '', text = ''] = /^( *)(-|\d{1,3}\.) (.*)$/.exec(line) ?? []
  return mark ? { ordered: mark !== '-', indent: space.length, text } : undefined
}

function list(lines: readonly string[], linkTo: LinkTo): Block {
  const first = itemOf(lines[0] ?? '')
  const ordered = first?.ordered ?? false
  const items: string[] = []
  let at = 0
  for (; at < lines.length; at++) {
    const line = lines[at] as string
    const item = itemOf(line)
    if (item) items.push(item.text)
    else if (line.startsWith(' ') && line.trim()) items[items.length - 1] += ` ${line.trim()}`
    else break
  }
  const tag = ordered ? 'ol' : 'ul'
  return { html: `<${tag}>${items.map((item) => `<li>${inline(item, linkTo)}</li>`).join('')}</${tag}>`, lines: at }
}

/** Renders code, links, bold and italic text. */
function inline(text: string, linkTo: LinkTo): string {
  return text
    .split('`')
    .map((part, at) => (at % 2 ? `\u0000${escapeHtml(part)}\u0001` : escapeHtml(part)))
    .join('')
    .replace(/!?\[([^\]]*)\]\(([^)\s]*)\)/g, (whole, label: string, target: string) => {
      if (whole.startsWith('!')) return ''
      const to = linkTo(target)
      return to === undefined ? label : `<a href="${to}">${label}</a>`
    })
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[\s(])\*([^*\s][^*]*)\*/g, '$1<em>$2</em>')
    .replaceAll('\u0000', '<code>')
    .replaceAll('\u0001', '</code>')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function countWhile(lines: readonly string[], holds: (line: string, at: number) => boolean): number {
  const end = lines.findIndex((line, at) => !holds(line, at))
  return end < 0 ? lines.length : end
}
