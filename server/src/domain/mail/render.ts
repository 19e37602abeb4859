import type { MailText } from './mail.ts'

const SUBJECT_CHARS_MAX = 150
const LINE_CHARS_MAX = 1_000
const TEXT =
  'font-family: Figtree, -apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Helvetica, Arial, sans-serif; ' +
  'font-size: 16px; line-height: 1.55; max-width: 34em; margin: 0 auto; overflow-wrap: anywhere'
const BRAND = 'margin: 0 0 28px; padding: 0 0 16px; border-bottom: 1px solid #8b9691; font-weight: 600'
const MARK =
  'display: inline-block; width: 14px; height: 14px; margin: 0 10px 0 0; border-radius: 4px; background: #1f6153; ' +
  'vertical-align: -1px'
const SMALL = 'font-size: 14px; line-height: 1.5; margin: 0 0 10px'
// The name of the service in the subject; the header of the HTML version has it already.
const PRODUCT = 'Memory Service'
const ITEM = '- '
// The colours of the buttons of the pages, readable in light and dark mail programs.
const BUTTON =
  'display: inline-block; padding: 12px 20px; border-radius: 8px; background: #1f6153; color: #ffffff; ' +
  'font-weight: 600; text-decoration: none'

/** The parts of a mail that have been rendered. */
export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/**
 * Renders a mail as plain text and as HTML without images, styles from elsewhere or tracking. Control characters, which
 * could start a header or change the direction of text, are replaced by spaces; the HTML version is escaped.
 */
export function renderMail({ subject, paragraphs, link, closing = [] }: MailText): RenderedMail {
  const before = paragraphs.map(oneLine)
  const title = oneLine(subject).slice(0, SUBJECT_CHARS_MAX)
  const text = [...before, ...(link ? [`${oneLine(link.label)}:\n${link.url}`] : []), ...closing.map(closingText)].join(
    '\n\n',
  )
  const button = link
    ? [
        `<p><a href="${escapeHtml(link.url)}" style="${BUTTON}">${escapeHtml(oneLine(link.label))}</a></p>`,
        `<p style="${SMALL}">If the link does not open, copy this address into your browser:<br>${escapeHtml(link.url)}</p>`,
      ]
    : []
  const body = [...blocks(before), ...button, ...closing.map(closingHtml)].join('\n')
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin: 0; padding: 32px 20px">
<main style="${TEXT}">
<p style="${BRAND}"><span style="${MARK}"></span>${PRODUCT}</p>
<h1 style="font-size: 24px; line-height: 1.25; letter-spacing: -0.01em; margin: 0 0 16px">${escapeHtml(headingOf(title))}</h1>
${body}
</main>
</body>
</html>
`
  return { subject: title, text: `${text}\n`, html }
}

/** The subject without the name of the service, which inboxes need and the page does not. */
function headingOf(title: string): string {
  const rest = title.startsWith(`${PRODUCT}: `) ? title.slice(PRODUCT.length + 2) : title
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** Paragraphs as HTML; those that begin with a hyphen become a list. */
function blocks(paragraphs: readonly string[]): string[] {
  const html: string[] = []
  let items: string[] = []
  const endList = () => {
    if (items.length) html.push(`<ul style="margin: 0 0 16px; padding: 0 0 0 20px">${items.join('')}</ul>`)
    items = []
  }
  for (const text of paragraphs) {
    if (text.startsWith(ITEM)) items.push(`<li>${escapeHtml(text.slice(ITEM.length))}</li>`)
    else {
      endList()
      html.push(`<p>${escapeHtml(text)}</p>`)
    }
  }
  endList()
  return html
}

type Closing = NonNullable<MailText['closing']>[number]

function closingText(line: Closing): string {
  return typeof line === 'string' ? oneLine(line) : `${oneLine(line.text)}: ${line.url}`
}

function closingHtml(line: Closing): string {
  if (typeof line === 'string') return `<p style="${SMALL}">${escapeHtml(oneLine(line))}</p>`
  const url = escapeHtml(line.url)
  return `<p style="${SMALL}">${escapeHtml(oneLine(line.text))}: <a href="${url}" style="color: inherit">${url}</a></p>`
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, LINE_CHARS_MAX)
}

function escapeHtml(text: string): string {
  const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (char) => escapes[char] as string)
}
