import type { BrowserContextOptions, Page } from 'playwright'
import { describe, expect, it, onTestFinished } from 'vitest'
import { audit } from './audit.ts'
import { added, fromMenu } from './file-menu.ts'
import { makeEvents } from './make-events.ts'
import { testBrowser } from './open-page.ts'
import { savePicture } from './save-picture.ts'

const ABSENT = 'QmXXNNbwe4zzpdMg62ZXvnX1oU7MwSrQ3vAEtuwFKCm1oD'

/** Visits are made on a phone: the other tests of the page work on a desktop. */
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
  // What moves has other colours on its way.
  reducedMotion: 'reduce',
  locale: 'en-GB',
}

/** The screens and colours in which each state of the page is looked at, by the name of its pictures. */
const LOOKS = {
  phone: { width: 390, height: 844, isPhone: true, colorScheme: 'light' },
  desktop: { width: 1280, height: 900, isPhone: false, colorScheme: 'light' },
  dark: { width: 1280, height: 900, isPhone: false, colorScheme: 'dark' },
  'phone-dark': { width: 390, height: 844, isPhone: true, colorScheme: 'dark' },
} as const

type Look = (typeof LOOKS)[keyof typeof LOOKS]

interface Visit {
  readonly page: Page
  /** Goes on to a place in the page, by what follows its root: `#explorer`. */
  go(at: string): Promise<void>
  /** Checks the current view, which is called `what`. */
  look(what: string): Promise<void>
}

const browser = testBrowser()

describe('the looks of the page', () => {
  it.each([
    ['content', visitContent],
    ['explorer', visitExplorer],
    ['calendar', visitCalendar],
    ['peers', visitPeers],
    ['names', visitNames],
    ['ledger', visitLedger],
    ['settings', visitSettings],
    ['help', visitHelp],
  ])('%s can be read, named and hit on a phone and on a desktop, light and dark', async (part, visit) => {
    const { server, page } = await browser.openAgain({ at: `#${part}`, profile: PHONE })
    onTestFinished(() => page.close())
    const wear = await wardrobe(page)
    const faults: Record<string, string[]> = {}

    await visit({
      page,
      go: async (at) => void (await page.goto(server.url + at)),
      async look(what) {
        for (const [name, look] of Object.entries(LOOKS)) {
          await wear(look)
          faults[`${what}, ${name}`] = await page.evaluate(audit)
          await savePicture(page, `${what}-${name}`)
        }
        await wear(LOOKS.phone)
      },
    })

    expect(faults).toEqual(Object.fromEntries(Object.keys(faults).map((what) => [what, []])))
  })

  it('what is told to a mouse alone can be read too', async () => {
    const { page } = await browser.openAgain({ at: '#content', profile: { viewport: LOOKS.desktop } })
    onTestFinished(() => page.close())
    await page.locator('#storage-blocks', { hasText: 'block' }).waitFor()
    await page.locator('.for-mouse:visible').first().waitFor()

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await page.evaluate(audit)).toEqual([])
    }
  })
})

/**
 * Gives an open page another screen and other colours, and waits until it is drawn for them. A page that had touch
 * once never hovers again, so what only a mouse is told has a test of its own.
 */
async function wardrobe(page: Page): Promise<(look: Look) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  return async ({ width, height, isPhone, colorScheme }) => {
    await session.send('Emulation.setDeviceMetricsOverride', {
      ...{ width, height, screenWidth: width, screenHeight: height },
      ...{ mobile: isPhone, deviceScaleFactor: isPhone ? 2 : 1 },
    })
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone })
    await page.emulateMedia({ colorScheme })
    await page.evaluate(drawn, width)
  }
}

/** In the page: resolves when it has this width, and no part of it is being drawn again. */
async function drawn(width: number): Promise<void> {
  const isDrawn = () => innerWidth === width && document.querySelector('[aria-busy="true"]') === null
  for (let frames = 0; frames < 2; frames = isDrawn() ? frames + 1 : 0)
    await new Promise((resolve) => requestAnimationFrame(resolve))
}

async function visitPeers({ page, look }: Visit): Promise<void> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await Promise.all([page.waitForRequest(/bootstrap\/list/), page.reload()])
  await page.getByText('This browser is not connected to peers.').waitFor()
  await look('peers')
  // The node would refuse it.
  expect(asked).not.toContain('/api/v0/swarm/peers')
}

async function visitContent({ page, go, look }: Visit): Promise<void> {
  await page.locator('#storage-blocks', { hasText: 'block' }).waitFor()
  await look('empty')
  await fillContent(page)
  await look('content')
  await page.getByRole('button', { name: 'Grid' }).click()
  await look('grid')
  await page.getByRole('button', { name: 'Actions for Tides' }).click()
  await look('menu')
  await page.getByRole('menuitem', { name: 'Move to' }).click()
  await page.getByText('No folders in here.').or(page.locator('.folders button')).first().waitFor()
  await look('dialog')
  await page.keyboard.press('Escape')
  await fromMenu(page, 'Tides', 'Share')
  await page.locator('.qr').waitFor()
  await look('share')
  await page.keyboard.press('Escape')
  await page.locator('#node').selectOption({ label: 'Another node…' })
  await page.locator('#node-url').waitFor()
  await look('another-node')
  await page.keyboard.press('Escape')
  await go('#content/notes.txt')
  await page.locator('.preview pre').waitFor()
  await look('preview')
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => location.hash === '#content')
  await go('#content/readme.md')
  await page.locator('.preview article pre').waitFor()
  await look('markdown')
  await page.keyboard.press('Escape')
  await page.getByLabel('CID or path', { exact: true }).fill(ABSENT)
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await page.locator('#problem').waitFor()
  await look('problem')
}

/** A folder, some files, one of which is pinned and one of which has just been renamed. */
async function fillContent(page: Page): Promise<void> {
  const names = ['notes.txt', 'a rather long name of a photograph that was taken by the sea.jpeg', ...'abcd']
  const files = names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }))
  const wide = `# Tides\n\nThey come and go.\n\n\`\`\`sh\n${'low-tide '.repeat(40)}\n\`\`\`\n`
  await page
    .locator('#choose-files')
    .setInputFiles([...files, { name: 'readme.md', mimeType: 'text/markdown', buffer: Buffer.from(wide) }])
  await added(page, 'notes.txt')
  await fromMenu(page, 'notes.txt', 'Pin')
  await page.locator('.pin', { hasText: 'notes.txt' }).waitFor()
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Tides')
  await page.keyboard.press('Enter')
  await page.locator('#files-done-text', { hasText: 'Made the folder' }).waitFor()
  await page.getByRole('checkbox', { name: 'Select a', exact: true }).check()
}

async function visitExplorer({ page, go, look }: Visit): Promise<void> {
  await page.locator('#served-count').waitFor()
  await look('explorer')
  await go('#explorer/block/put')
  await page.locator('h2 code', { hasText: 'block/put' }).waitFor()
  await look('form')
  await page.getByRole('button', { name: 'Fill in an example' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('link', { name: 'Save the answer' }).waitFor()
  await look('answer')
}

/** An event with everything that its pages lead to. */
const WALK = {
  title: 'Harbour walk',
  start_date: '2027-04-15 09:00',
  end_date: '2027-04-15 11:30',
  timezone: 'Europe/Lisbon',
  venue: { venue: 'Old pier', city: 'Lisbon' },
  organizer: { organizer: 'Harbour club' },
  categories: ['Walks'],
  tags: ['sea'],
  website: 'https://example.org/walk',
}

async function visitCalendar({ page, go, look }: Visit): Promise<void> {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await page.locator('#calendar-body[aria-busy="false"]').waitFor()
  await page.evaluate(makeEvents, [
    'Low tide walk',
    'A rather long talk about what lives between the tides',
    ...'abc',
  ])
  await page.evaluate(async (event) => {
    const headers = { 'Content-Type': 'application/json' }
    await fetch('/cal/events/v1/events', { method: 'POST', headers, body: JSON.stringify(event) })
  }, WALK)
  await go('#calendar/month/2027-04-12')
  await heading('April 2027')
  await look('month')
  await go('#calendar/week/2027-04-12')
  await heading('Week of 12 April 2027')
  await look('week')
  await go('#calendar/day/2027-04-14')
  await heading('Wednesday, 14 April 2027')
  await look('day')
  await go('#calendar/list/2027-04-12')
  await heading('Events from 12 April 2027')
  await look('list')
  await go('#calendar/manage/categories')
  await page.getByRole('button', { name: 'New category' }).click()
  await look('manage')
  await go('#calendar/manage/venues')
  await page.getByRole('button', { name: 'New venue' }).click()
  await look('new-venue')
  await go('#calendar/list/2027-04-12')
  await page.locator('.event', { hasText: 'Low tide walk' }).click()
  await heading('Low tide walk')
  await look('event')
  await page.getByRole('link', { name: 'Edit' }).click()
  await heading('Edit Low tide walk')
  await look('event-form')
  await go('events/')
  await look('public-list')
  await go('events/month/2027-04/')
  await look('public-month')
  await go('event/harbour-walk/')
  await heading('Harbour walk')
  await look('public-event')
}

async function visitLedger({ page, look }: Visit): Promise<void> {
  await page.locator('#records[aria-busy="false"]').waitFor()
  await look('no-records')
  await page.evaluate(makeEvents, ['one', 'two', 'three'])
  await page.reload()
  await page.getByRole('button', { name: 'Submit pending commits' }).click()
  await page.locator('.records').getByRole('link', { name: 'Record 1', exact: true }).waitFor()
  await look('records')
  await page.getByRole('button', { name: 'Audit in this tab' }).click()
  await page.locator('.verdict').waitFor()
  await page.getByText('Audit another ledger').click()
  await look('audit')
  await page.locator('.records').getByRole('link', { name: 'Record 1', exact: true }).click()
  await page.getByRole('heading', { name: 'Record 1' }).waitFor()
  await look('record')
}

async function visitSettings({ page, look }: Visit): Promise<void> {
  await page.locator('#node-settings[aria-busy="false"]').waitFor()
  await look('settings')
  await page.getByRole('searchbox').fill('chunker')
  await page.locator('.setting:visible').first().waitFor()
  await page.getByRole('button', { name: 'Show the changes' }).click()
  await page.locator('.changes').waitFor()
  await page.getByRole('searchbox').scrollIntoViewIfNeeded()
  await look('setting')
}

async function visitNames({ page, look }: Visit): Promise<void> {
  await page.locator('#names-own[aria-busy="false"]').waitFor()
  await page.getByLabel('Name of its key').fill('my-site')
  await page.getByRole('button', { name: 'Create it' }).click()
  await page.locator('.name-item', { hasText: 'my-site' }).getByText('Publish or change').click()
  await page.getByRole('button', { name: 'Remove my-site' }).click()
  await page.getByText('Bring a key from another node').click()
  await look('names')
}

async function visitHelp({ page, go, look }: Visit): Promise<void> {
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await page.getByRole('heading', { name: 'Guides' }).waitFor()
  await look('help')
  await page.getByRole('main').getByRole('link', { name: 'Run a node of your own' }).click()
  await page.getByRole('heading', { name: 'Run a node of your own', level: 1 }).waitFor()
  await look('guide')
  await go('help/edge-deployer/')
  await look('tables')
  await go('help/settings/')
  await look('reference')
}
