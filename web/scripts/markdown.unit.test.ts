import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const render = (...lines: string[]) =>
  renderMarkdown(['# A guide', '', ...lines].join('\n'), (target) =>
    target.startsWith('no') ? undefined : target,
  ).html.trim()

describe('Markdown of a guide', () => {
  test('escapes what could be HTML, in texts, code and cells', () => {
    expect(render('a <b> & "c"')).toBe('<p>a &lt;b&gt; &amp; &quot;c&quot;</p>')
    expect(render('`<script>`')).toBe('<p><code>&lt;script&gt;</code></p>')
    expect(render('```js', '<img onerror=1>', '```')).toContain('&lt;img onerror=1&gt;')
    expect(render('| a |', '|---|', '| `<i>` |')).toContain('<td><code>&lt;i&gt;</code></td>')
  })

  test('links what is published, and leaves the text of other links', () => {
    expect(render('[here](/x#y) and [there](no.md)')).toBe('<p><a href="/x#y">here</a> and there</p>')
    expect(render('![picture](x.png)')).toBe('<p></p>')
  })

  test('keeps marks within code as they are', () => {
    expect(render('`a*b*c` **bold** and *not* 2 * 3')).toBe(
      '<p><code>a*b*c</code> <strong>bold</strong> and <em>not</em> 2 * 3</p>',
    )
    expect(render('| a | b |', '|---|---|', '| `x|y` | c \\| d |')).toContain('<td><code>x|y</code></td><td>c | d</td>')
  })

  test('joins the lines of a paragraph and of an item', () => {
    expect(render('one', 'two', '', '- a', '  b', '- c')).toBe('<p>one two</p>\n\n<ul><li>a b</li><li>c</li></ul>')
  })

  test('gives the first row about an error code an anchor', () => {
    const table = ['| Code |', '|---|', '| `scope_denied` |', '| `GET /v1` |']
    const html = render(...table, '', ...table)
    expect(html.split('<tr id="scope_denied">')).toHaveLength(2)
    expect(html.split('<tr id=')).toHaveLength(2)
    expect(render('| Code |', '|---|', '| [`not_found`](/errors) |')).toContain('<tr id="not_found">')
  })

  test('gives headings the anchors of GitHub', () => {
    const { title, sections } = renderMarkdown('# The `title`\n\n## What’s `sent`, and *why*?\n', () => undefined)
    expect([title, sections]).toEqual(['The `title`', [{ id: 'whats-sent-and-why', title: 'What’s sent, and why?' }]])
  })
})
