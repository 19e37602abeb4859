// The diary itself: what the person wrote, what is found, what an assistant would be told.

import { randomUUID } from 'node:crypto'
import { ENTRY_SCOPE } from './config.mjs'
import { homePage, welcomePage } from './page.mjs'
import { inPlainWords } from './trouble.mjs'
import { keepConnection, memoryOf } from './visitors.mjs'

const SHOWN_MAX = 8

/** The one page. `draft` is an entry that could not be kept; it goes back into the form. */
export async function home({ visitor, query = new URLSearchParams() }, { draft, trouble = [] } = {}) {
  const flash = visitor.flash
  visitor.flash = undefined
  const memory = memoryOf(visitor)
  if (!memory) return { page: welcomePage({ visitor, said: flash ? [flash, ...trouble] : trouble }) }

  const search = query.get('q')?.trim() ?? ''
  const words = new Set(trouble)
  let ended = false
  // Each part of the page may fail on its own: one that was not granted leaves the others as they are.
  const part = async (asked) => {
    try {
      return await asked
    } catch (error) {
      words.add(inPlainWords(error))
      if (error.code === 'unauthorized') ended = true
    }
  }
  const [found, brief, context] = await Promise.all([
    part(search ? memory.recall(search, { limit: SHOWN_MAX }) : memory.list({ limit: SHOWN_MAX })),
    part(memory.brief()),
    part(memory.context('coach', { limit: 3 })),
  ])
  if (ended) {
    keepConnection(visitor, undefined)
    return { page: welcomePage({ visitor, said: [...words] }) }
  }
  // Repeated with the same key an entry is kept once, however often the button is pressed.
  const entry = draft ?? { key: randomUUID(), content: '', kind: 'event', day: new Date().toISOString().slice(0, 10) }
  const said = { flash, trouble: [...words] }
  return { page: homePage({ visitor, said, search, found, brief, context, entry }), status: trouble.length ? 422 : 200 }
}

/** Remembers what was written. */
export async function writeEntry(request) {
  const { visitor, form } = request
  const memory = memoryOf(visitor)
  if (!memory) return { to: '/' }
  const [key, content, kind, day] = ['key', 'content', 'kind', 'day'].map((name) => form.get(name) ?? '')
  const draft = { key, content, kind, day }
  try {
    const entry = { scope: ENTRY_SCOPE, content, kind, ...(day ? { occurredAt: `${day}T12:00:00Z` } : {}) }
    const { accepted } = await memory.remember(entry, key ? { idempotencyKey: key } : {})
    // What lies outside the grants is dropped in silence, so it is the app that has to say so.
    if (!accepted) return home(request, { draft, trouble: ['You have not allowed this diary to write there.'] })
  } catch (error) {
    return home(request, { draft, trouble: [inPlainWords(error)] })
  }
  visitor.flash = 'Remembered.'
  // Somewhere else, so that reloading the page sends nothing again.
  return { to: '/' }
}
