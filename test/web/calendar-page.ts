import type { Page } from 'playwright'
import type { Opened, OpenOptions, TestBrowser } from './open-page.ts'

/** Opens the calendar at April 2027, as a visitor in Berlin sees it. */
export async function openCalendar(
  browser: TestBrowser,
  options: Pick<OpenOptions, 'extras'> = {},
): Promise<Opened> {
  const profile = { timezoneId: 'Europe/Berlin', locale: 'en-GB' }
  const opened = await browser.openAgain({ at: '#calendar/month/2027-04-12', profile, ...options })
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
