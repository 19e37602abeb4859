import type { Page } from 'playwright-core'

/** What a person does on the way to an end, and how many pages they come to see. */
export interface Steps {
  clicks: number
  /** Fields that were typed in. */
  fields: number
  pages: number
}

// Presses of the pointer and typed fields, as the browser reports them, whatever method of the test causes them.
const LISTEN = `(() => {
  let typedIn
  addEventListener('pointerdown', () => { typedIn = undefined; countStep('clicks') }, true)
  addEventListener('input', ({ target }) => {
    if (target === typedIn || ['checkbox', 'radio'].includes(target.type)) return
    typedIn = target
    countStep('fields')
  }, true)
})()`

/**
 * Counts the steps on a page from its first navigation, which is the start and no step.
 * @returns a function that returns the steps since it was last called
 */
export async function countSteps(page: Page): Promise<() => Steps> {
  let steps: Steps = { clicks: 0, fields: 0, pages: 0 }
  let shown: string | undefined
  await page.exposeFunction('countStep', (kind: 'clicks' | 'fields') => void steps[kind]++)
  await page.addInitScript(LISTEN)
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    const { origin, pathname } = new URL(frame.url())
    if (shown && shown !== origin + pathname) steps.pages++
    shown = origin + pathname
  })
  return () => {
    const taken = steps
    steps = { clicks: 0, fields: 0, pages: 0 }
    return taken
  }
}
