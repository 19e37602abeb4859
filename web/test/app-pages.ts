import type { Page } from 'playwright-core'
import type { App, Person, TestService } from '../../server/test/service.ts'
import type { openBrowser } from './browser.ts'

/* Steps that several flows of the portal share. */

export const APP_NAME = 'Trail Coach'
export const APP_SCOPES = ['memory:read:fitness.*', 'memory:write:fitness']

/** Opens a page of a new app as its developer. */
export async function openAppPage(
  service: TestService,
  browser: ReturnType<typeof openBrowser>,
  tab = '',
): Promise<{ page: Page; developer: Person; app: App }> {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, APP_SCOPES, { name: APP_NAME })
  const page = await browser.visit(service.url, { as: developer })
  await page.goto(`/developers/apps/${app.id}${tab}`)
  await page.getByRole('heading', { name: APP_NAME, level: 1 }).waitFor()
  return { page, developer, app }
}

/** Picks an option of a field that offers them while one types. */
export async function pick(page: Page, label: string, choice: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: choice }).first().click()
  await page.keyboard.press('Escape')
}

/** The value of a read-only field. */
export const fieldValue = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue()
