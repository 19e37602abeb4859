// The diary page: entries, search results, and the context an assistant would get.

import { randomUUID } from 'node:crypto'
import { ENTRY_SCOPE } from './config.mjs'
import { homePage, welcomePage } from './page.mjs'
import { inPlainWords } from './trouble.mjs'
import { keepConnection, memoryOf } from './visitors.mjs'

const SHOWN_MAX = 8

/** Renders the page. `draft` is an entry that could not be stored; the form shows it again. */
export async function home({ visitor, query = new URLSearchParams() }, { draft, trouble = [] } = {}) {
  const flash = visitor.flash
  visitor.flash = undefined
  const memory = memoryOf(visitor)
  if (!memory) return { page: welcomePage({ visitor, notices: flash ? [flash, ...trouble] : trouble }) }

  const search = query.get('q')?.trim() ?? ''
  const words = new Set(trouble)
  let ended = false
  // Each part of the page may fail alone, for example because its scope was not granted.
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
    return { page: welcomePage({ visitor, notices: [...words] }) }
  }
  // The idempotency key: an entry submitted several times is stored once.
  const entry = draft ?? { key: randomUUID(), content: '', kind: 'event', day: new Date().toISOString().slice(0, 10) }
  const notices = { flash, trouble: [...words] }
  return {
    page: homePage({ visitor, notices, search, found, brief, context, entry }),
    status: trouble.length ? 422 : 200,
  }
}

/** Stores an entry. */
export async function writeEntry(request) {
  const { visitor, form } = request
  const memory = memoryOf(visitor)
  if (!memory) return { to: '/' }
  const [key, content, kind, day] = ['key', 'content', 'kind', 'day'].map((name) => form.get(name) ?? '')
  const draft = { key, content, kind, day }
  try {
    const entry = { scope: ENTRY_SCOPE, content, kind, ...(day ? { occurredAt: `${day}T12:00:00Z` } : {}) }
    const { accepted } = await memory.remember(entry, key ? { idempotencyKey: key } : {})
    // The service drops memories outside the grants without an error, so the app must report it.
    if (!accepted) return home(request, { draft, trouble: ['You have not allowed this diary to write there.'] })
  } catch (error) {
    return home(request, { draft, trouble: [inPlainWords(error)] })
  }
  visitor.flash = 'Remembered.'
  // A redirect, so that reloading the page does not submit the form again.
  return { to: '/' }
}
