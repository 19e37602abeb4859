// The pages, built with `html`, which escapes all values.

import { APP_NAME } from './config.mjs'
import { html } from './html.mjs'

const KINDS = { event: 'Something I did', goal: 'A goal', preference: 'What I like' }
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** The page for a visitor without a connection. */
export function welcomePage({ visitor, notices }) {
  return frame(html`
    ${notes('note', notices)}
    <section class="card welcome">
      <h2>A diary that remembers with you</h2>
      <p>Write down your runs. They are saved in your own memory, where you see and correct them, and where the other
        apps you trust can read them too.</p>
      <form method="post" action="/connect">
        ${csrf(visitor)}
        <button class="primary">Connect your memory</button>
      </form>
      <p class="quiet">You will be asked what this diary may read and write. You can end it at any time.</p>
    </section>`)
}

/** The page for a connected visitor. Parts that failed to load are omitted; `notices` contains the reasons. */
export function homePage({ visitor, notices, search, found, brief, context, entry }) {
  return frame(
    html`
    ${notes('note', notices.flash ? [notices.flash] : [])}
    ${notes('trouble', notices.trouble)}
    ${entryForm(visitor, entry)}
    <section aria-labelledby="entries">
      <h2 id="entries">${search ? 'What was found' : 'Lately'}</h2>
      <form method="get" action="/" role="search" class="search">
        <label class="hidden" for="q">What are you looking for?</label>
        <input id="q" name="q" type="search" value="${search}" maxlength="500" placeholder="Where did I run in the rain?">
        <button>Search</button>
      </form>
      ${found && entries(found.memories, search)}
      ${search && html`<p class="quiet"><a href="/">Back to what was written lately</a></p>`}
    </section>
    ${brief && aside('What an assistant knows about you', brief.brief, `As of ${times.format(new Date(brief.generated_at))}.`)}
    ${context && aside('How a coach would go about it', context.suggestions.adaptation)}
    <form method="post" action="/connect" class="quiet">
      ${csrf(visitor)}
      <button class="plain">Change what this diary may read and write</button>
    </form>`,
    html`<form method="post" action="/disconnect">${csrf(visitor)}<button class="plain">Disconnect</button></form>`,
  )
}

function entryForm(visitor, { key, content, kind, day }) {
  return html`
    <section class="card" aria-labelledby="new">
      <h2 id="new">New entry</h2>
      <form method="post" action="/" class="entry">
        ${csrf(visitor)}
        <input type="hidden" name="key" value="${key}">
        <label for="content">What is to be remembered?</label>
        <textarea id="content" name="content" rows="3" required maxlength="8192"
          placeholder="Ran along the river before work, in the rain.">${content}</textarea>
        <div class="row">
          <label>What it is
            <select name="kind">
              ${Object.entries(KINDS).map(
                ([value, words]) => html`<option value="${value}" ${value === kind && 'selected'}>${words}</option>`,
              )}
            </select>
          </label>
          <label>Day <input type="date" name="day" value="${day}"></label>
          <button class="primary">Remember</button>
        </div>
      </form>
    </section>`
}

function entries(memories, search) {
  return html`
    <ol class="entries" aria-live="polite" ${!search && 'data-live'}>
      ${memories.map(
        ({ id, content, occurredAt, sourceApp, score, match }) => html`
        <li id="${id}">
          <p>${content}</p>
          <p class="quiet">
            <time datetime="${occurredAt}">${days.format(new Date(occurredAt))}</time> ·
            ${sourceApp ? `by ${sourceApp}` : 'by you'}
            ${score !== undefined && html` · ${matched(score, match)}`}
          </p>
        </li>`,
      )}
    </ol>
    ${!memories.length && html`<p class="quiet empty">${search ? 'Nothing fits that.' : 'Nothing is written yet.'}</p>`}`
}

function matched(score, { keyword, vector } = {}) {
  const percent = (part) => `${Math.round(part * 100)} %`
  const how = [keyword && `words ${percent(keyword)}`, vector && `meaning ${percent(vector)}`].filter(Boolean)
  return html`<meter min="0" max="1" value="${score}">${percent(score)}</meter> fits ${percent(score)}
    ${how.length > 0 && html`(${how.join(', ')})`}`
}

function aside(title, text, note) {
  return html`
    <details>
      <summary>${title}</summary>
      <p class="brief">${text}</p>
      ${note && html`<p class="quiet">${note}</p>`}
    </details>`
}

const notes = (kind, lines) => lines.map((line) => html`<p class="${kind}" role="status">${line}</p>`)

const csrf = (visitor) => html`<input type="hidden" name="csrf" value="${visitor.csrf}">`

function frame(content, action) {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${APP_NAME}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/diary.css">
  <script type="module" src="/live.js"></script>
</head>
<body>
  <header><h1>${APP_NAME}</h1>${action}</header>
  <main>${content}</main>
</body>
</html>`
}
