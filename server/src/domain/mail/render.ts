import type { MailText } from './mail.ts'

const SUBJECT_CHARS_MAX = 150
const LINE_CHARS_MAX = 1_000
const TEXT =
  'font-family: sans-serif; font-size: 16px; line-height: 1.5; max-width: 36em; margin: 0 auto; overflow-wrap: anywhere'
// The colours of the buttons of the pages, readable in light and dark mail programs.
const BUTTON =
  'display: inline-block; padding: 10px 18px; border-radius: 6px; background: #1f6153; color: #ffffff; ' +
  'font-weight: bold; text-decoration: none'

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
  const after = closing.map(oneLine)
  const title = oneLine(subject).slice(0, SUBJECT_CHARS_MAX)
  const text = [...before, ...(link ? [`${oneLine(link.label)}:\n${link.url}`] : []), ...after].join('\n\n')
  const button = link
    ? [
        `<p><a href="${escapeHtml(link.url)}" style="${BUTTON}">${escapeHtml(oneLine(link.label))}</a></p>`,
        `<p>If the link does not open, copy this address into your browser:<br>${escapeHtml(link.url)}</p>`,
      ]
    : []
  const body = [...before.map(paragraph), ...button, ...after.map(paragraph)].join('\n')
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin: 0; padding: 24px 16px">
<main style="${TEXT}">
<h1 style="font-size: 22px; line-height: 1.3; margin: 0 0 16px">${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
  return { subject: title, text: `${text}\n`, html }
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, LINE_CHARS_MAX)
}

function escapeHtml(text: string): string {
  const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (char) => escapes[char] as string)
}
