import { Parser } from 'htmlparser2'

const BLOCKS: ReadonlySet<string> = new Set(
  'p div section article ul ol table tr pre blockquote h1 h2 h3 h4 h5 h6 hr header footer'.split(' '),
)
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'head', 'iframe', 'object'])

/** Collects the text of HTML as a reader sees it: blocks as paragraphs, list items as bullets, no scripts. */
export class TextCollector {
  private text = ''
  private unseen = 0
  private lists: { isOrdered: boolean; items: number }[] = []

  open(name: string): void {
    if (UNSEEN.has(name)) this.unseen++
    else if (name === 'br') this.text += '\n'
    else if (name === 'li') {
      const list = this.lists.at(-1)
      if (list) list.items++
      this.text += list?.isOrdered ? `\n${list.items}. ` : '\n- '
    } else if (BLOCKS.has(name)) {
      if (name === 'ul' || name === 'ol') this.lists.push({ isOrdered: name === 'ol', items: 0 })
      this.text += '\n\n'
    }
  }

  close(name: string): void {
    if (UNSEEN.has(name)) this.unseen = Math.max(0, this.unseen - 1)
    else if (BLOCKS.has(name)) {
      if (name === 'ul' || name === 'ol') this.lists.pop()
      this.text += '\n\n'
    }
  }

  add(text: string): void {
    if (!this.unseen) this.text += text.replace(/\s+/g, ' ')
  }

  end(): string {
    return this.text
      .replace(/(?<![ \u00a0])[ \u00a0]+(?=\n)|(?<=\n)[ \u00a0]+/g, '')
      .replace(/(?<!\n)\n{2,}(?=(?:- |\d{1,6}\. ))/g, '\n\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }
}

/** The text of a piece of HTML. */
export function htmlText(html: string): string {
  const collector = new TextCollector()
  const parser = new Parser({
    onopentagname: (name) => collector.open(name),
    onclosetag: (name) => collector.close(name),
    ontext: (text) => collector.add(text),
  })
  parser.end(html)
  return collector.end()
}
