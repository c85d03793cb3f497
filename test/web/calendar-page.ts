import type { BrowserContextOptions, Page } from 'playwright'
import type { Opened, OpenOptions, TestBrowser } from './open-page.ts'

/** A visitor in Berlin. Tests that need a second browser take this one, since it has been used as well. */
export const IN_BERLIN: BrowserContextOptions = { timezoneId: 'Europe/Berlin', locale: 'en-GB' }

/** Opens the calendar at April 2027, as a visitor in Berlin sees it. */
export async function openCalendar(
  browser: TestBrowser,
  options: Pick<OpenOptions, 'extras'> = {},
): Promise<Opened> {
  const at = '#calendar/month/2027-04-12'
  const opened = await browser.openAgain({ at, profile: IN_BERLIN, ...options })
  await opened.page.getByRole('heading', { level: 1, name: 'April 2027' }).waitFor()
  return opened
}

/** Makes an event on 14 April by the form, and waits until it is shown. `fill` fills more than the title. */
export async function makeByForm(
  { page, server }: Pick<Opened, 'page' | 'server'>,
  title: string,
  fill: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  await page.goto(`${server.url}#calendar/new/2027-04-14`)
  await page.getByLabel('Title').fill(title)
  await fill(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}
