// User input gets into a page only through `html`, which escapes it.

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

class Html {
  constructor(text) {
    this.text = text
  }
}

/**
 * Returns a fragment of HTML. Values are escaped unless they are fragments; lists are joined; `null`, `undefined` and
 * `false` become empty. Put attributes in double quotes.
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
