// Shows new memories without a reload. The page works without this script.

const list = document.querySelector('[data-live]')
if (list) {
  const events = new EventSource('/live')
  events.addEventListener('memory', ({ data }) => show(JSON.parse(data)))
  events.addEventListener('ended', () => location.assign('/'))
}

function show({ id, content, occurredAt, sourceApp }) {
  if (document.getElementById(id)) return
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(occurredAt))
  const entry = Object.assign(document.createElement('li'), { id, className: 'new' })
  entry.append(
    // As text, never as HTML, because other apps write memories too.
    Object.assign(document.createElement('p'), { textContent: content }),
    Object.assign(document.createElement('p'), {
      className: 'quiet',
      textContent: `${day} · by ${sourceApp ?? 'you'}`,
    }),
  )
  list.prepend(entry)
  document.querySelector('.empty')?.remove()
}
