import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { REGISTRY } from '../../src/rpc/commands/index.ts'
import { testBrowser } from './open-page.ts'
import type { PageServer } from './page-server.ts'
import { ENDLESS_BYTES, sparseFile } from './sparse-file.ts'

const ABSENT = 'QmXXNNbwe4zzpdMg62ZXvnX1oU7MwSrQ3vAEtuwFKCm1oD'

const browser = testBrowser()

describe('the page: explorer', () => {
  let server: PageServer
  let page: Page

  beforeEach(async () => {
    ;({ server, page } = await browser.openAgain({ at: '#explorer' }))
    await page.locator('#served-count').waitFor()
  })

  it('has a form for each command, which an address of its own shows', async () => {
    const listed = await page.locator('#command-groups a code').allTextContents()
    expect(listed.toSorted()).toEqual(REGISTRY.map(({ path }) => path).toSorted())

    expect(await page.evaluate(headingsAt, listed)).toEqual(listed)
    await page.reload()
    await page.locator('h2 code', { hasText: listed.at(-1) ?? '' }).waitFor()
  })

  it('runs a command in this browser and shows the same call for a shell and in TypeScript', async () => {
    await open('block/put')

    await page.getByRole('button', { name: 'Fill in an example' }).click()
    await page.getByLabel('cid-codec').fill('raw')
    await run()
    await answered()

    expect(await page.locator('.answer-status[data-state="good"]').textContent()).toMatch(
      /^200 after .*bytes$/,
    )
    await page.locator('.answer-tree', { hasText: 'Size: 22' }).waitFor()
    await page.getByRole('button', { name: 'Show as text' }).click()
    await page.locator('.answer', { hasText: '"Size": 22' }).waitFor()
    expect(await page.locator('.code-line figcaption').first().textContent()).toContain(
      'not for this browser',
    )
    expect(await page.locator('.code-line code').allTextContents()).toEqual([
      `curl -X POST --form-string 'data=the bytes of one block' '${server.url}api/v0/block/put?cid-codec=raw'`,
      [
        "import { createClient } from 'tidepool/client'",
        '',
        `const call = createClient({ url: '${server.url}api/v0' })`,
        "for await (const line of await call('block/put', { options: { 'cid-codec': 'raw' }, body: 'the bytes of one block' })) console.log(line)",
      ].join('\n'),
    ])
  })

  it('streams an answer as it arrives, and stops it', async () => {
    await open('add')

    await page.getByLabel('path required', { exact: true }).setInputFiles(await sparseFile(ENDLESS_BYTES))
    await page.getByLabel('progress', { exact: true }).selectOption('true')
    await run()
    await page.locator('.answer', { hasText: '"Bytes":' }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await answered()

    expect(await page.locator('.answer-status').textContent()).toMatch(/, stopped$/)
    expect(await page.locator('.answer-advice').isVisible()).toBe(false)
  })

  it('shows the bytes of what is no text, and the beginning of what is long', async () => {
    await open('block/put')
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x10])
    await page.getByLabel('data required').setInputFiles([
      { name: 'bytes', mimeType: '', buffer: bytes },
      { name: 'long', mimeType: '', buffer: Buffer.alloc(300_000, 'long ') },
    ])
    await page.getByText('More options').click()
    await page.getByLabel('allow-big-block').selectOption('true')
    await run()
    await answered()
    expect(await page.locator('.answer-table tbody tr').count()).toBe(2)
    const [small = '', long = ''] = ((await page.locator('.answer').textContent()) ?? '')
      .split('\n')
      .flatMap((line) => /"Key":"(\w+)"/.exec(line)?.[1] ?? [])

    await open('block/get')
    await page.getByLabel('key').fill(small)
    await run()
    await answered()
    expect(await page.locator('.answer').textContent()).toBe('ff fe 00 10\n')
    await page.getByLabel('key').fill(long)
    await run()
    await answered()
    expect(await page.locator('.answer-status').textContent()).toContain(
      '300 kB, the beginning of which is shown',
    )
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save the answer' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('block-get')
  })

  it('shows nothing more of a call whose place another has taken', async () => {
    await open('version')
    await page.evaluate(answerByHand)
    await run()
    await page.evaluate(() => giveAnswer(0, 'the first'))
    await page.locator('.answer', { hasText: 'the first' }).waitFor()

    await run()
    await page.evaluate(() => giveAnswer(1, 'the second'))
    await page.locator('.answer', { hasText: 'the second' }).waitFor()
    await page.evaluate(() => giveAnswer(0, 'late', 'end'))
    await page.evaluate(() => giveAnswer(1, '!', 'end'))
    await answered()

    expect(await page.locator('.answer').textContent()).toBe('the second!')
    expect(await page.locator('.answer-status').textContent()).toMatch(/, 11 bytes$/)
  })

  it('keeps nothing of the answer before in what it says of the next', async () => {
    await open('version')
    await run()
    await answered()
    await page.evaluate(answerNever)

    await run()
    await page.locator('.answer-status:not([data-state])', { hasText: /^Running$/ }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await answered()

    expect(await page.locator('.answer-status').textContent()).toBe('No answer')
  })

  it('says what to do next when the node refuses or fails', async () => {
    await open('block/stat')
    await run()
    expect(await page.locator('.answer-status').textContent()).toBe('')
    expect(
      await page.getByLabel('key').evaluate((input: HTMLInputElement) => input.validationMessage),
    ).not.toBe('')

    await page.getByLabel('key').fill(ABSENT)
    await run()
    await page.locator('.answer-advice', { hasText: 'Open a CAR file that has it' }).waitFor()

    await open('cat')
    await page.getByLabel('ipfs-path').fill(ABSENT)
    await page.getByLabel('offset').fill('six')
    await run()
    await page.locator('.answer-advice', { hasText: 'Change the field that it names' }).waitFor()

    await open('p2p/ls')
    await run()
    await page.locator('.answer-advice', { hasText: 'Choose another command' }).waitFor()
  })

  it('keeps Run in view, above a long form and below it', async () => {
    await page.setViewportSize({ width: 390, height: 700 })
    await open('add')
    await page.getByText('More options').click()

    for (const place of ['h2', '[name="profile"]', '.code-line:last-of-type']) {
      await page.locator('#call').locator(place).first().scrollIntoViewIfNeeded()
      const run = page.getByRole('button', { name: 'Run', exact: true })
      const { top, bottom } = await run.evaluate((button) => button.getBoundingClientRect().toJSON())
      expect(top).toBeGreaterThanOrEqual(0)
      expect(bottom).toBeLessThanOrEqual(700)
    }
  })

  it('shows that a call was copied, until it is another call', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open('block/stat')
    await page.getByLabel('key').fill(ABSENT)
    const copy = page.getByRole('button', { name: 'Copy: With curl' })

    await copy.click()
    await copy.filter({ hasText: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(ABSENT)
    await page.getByLabel('key').fill('another')

    expect(await copy.textContent()).toBe('Copy')
  })

  it('finds commands by what they do', async () => {
    await page.getByRole('searchbox', { name: 'Find a command' }).fill('tar file')
    expect(await page.locator('#command-groups a:visible code').allTextContents()).toEqual(
      expect.arrayContaining(['get', 'tar/add']),
    )

    await page.getByRole('searchbox').fill('no such thing')
    await page.locator('#command-count', { hasText: 'Try another word' }).waitFor()
  })

  it('opens with the server stopped, though it was never opened before', async () => {
    const other = await browser.open()
    await other.page.locator('#badge[data-state="online"]').waitFor()
    await other.server.stop()

    await other.page.reload()
    await other.page.getByRole('link', { name: 'Explorer' }).click()
    await other.page.locator('#served-count').waitFor()

    await other.page.locator('#badge[data-state="offline"]', { hasText: 'Works offline' }).waitFor()
  })

  async function open(path: string): Promise<void> {
    await page.goto(`${server.url}#explorer/${path}`)
    await page.locator('h2 code', { hasText: path }).waitFor()
  }

  async function run(): Promise<void> {
    await page.getByRole('button', { name: 'Run', exact: true }).click()
  }

  /** Waits for the end of the answer: before it, some of it is there. */
  async function answered(): Promise<void> {
    await page.locator('[aria-label="Answer"][aria-busy="false"]').waitFor()
  }
})

/** In the page, after {@link answerByHand}: gives the call of this number, from 0, some of its answer. */
declare function giveAnswer(call: number, text: string, end?: 'end'): void

/** From now on calls are answered by `giveAnswer`, and stopped by no signal. */
function answerByHand(): void {
  const answers: ReadableStreamDefaultController<Uint8Array>[] = []
  const encoder = new TextEncoder()
  const giveAnswer = (call: number, text: string, end?: 'end') => {
    answers[call]?.enqueue(encoder.encode(text))
    if (end) answers[call]?.close()
  }
  const start = (answer: ReadableStreamDefaultController<Uint8Array>) => void answers.push(answer)
  const fetch = async () => new Response(new ReadableStream({ start }))
  Object.assign(window, { fetch, giveAnswer })
}

/** From now on calls wait until they are stopped. */
function answerNever(): void {
  window.fetch = (_url, { signal } = {}) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
}

/** Goes to each command by its address and gives the heading that is there then. */
async function headingsAt(paths: readonly string[]): Promise<string[]> {
  const headings = []
  for (const path of paths) {
    location.hash = `#explorer/${path}`
    await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
    await Promise.resolve()
    headings.push(document.querySelector('#call h2 code')?.textContent ?? '')
  }
  return headings
}
