// Text that people wrote becomes part of a page in one way only: through `html`, which escapes it.

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

class Html {
  constructor(text) {
    this.text = text
  }
}

/**
 * A piece of a page. What is put in is escaped, unless it is such a piece itself; lists are joined, and nothing stands
 * for `null`, `undefined` and `false`. Keep attributes in double quotes.
 * @example html`<p title="${title}">${lines.map((line) => html`<b>${line}</b>`)}</p>`
 */
export function html(strings, ...values) {
  return new Html(String.raw({ raw: strings }, ...values.map(safe)))
}

function safe(value) {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(safe).join('')
  if (value === null || value === undefined || value === false) return ''
  return String(value).replace(/[&<>"']/g, (char) => ENTITIES[char])
}
