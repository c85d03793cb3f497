import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { REGISTRY } from '../../src/rpc/commands/index.ts'
import { browserArguments } from '../browser/browser-arguments.ts'
import { findChromium } from '../browser/find-chromium.ts'
import { type PageServer, startPageServer } from './page-server.ts'
import { sparseFile } from './sparse-file.ts'

const ABSENT = 'QmXXNNbwe4zzpdMg62ZXvnX1oU7MwSrQ3vAEtuwFKCm1oD'

let browser: Browser

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), args: browserArguments })
})

afterAll(async () => {
  await browser.close()
})

describe('the page: explorer', () => {
  let server: PageServer
  let context: BrowserContext
  let page: Page

  beforeEach(async () => {
    server = await startPageServer()
    context = await browser.newContext()
    page = await context.newPage()
    await page.goto(`${server.url}#explorer`)
    await page.locator('#served-count').waitFor()
    return async () => {
      await context.close()
      await server.stop()
    }
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

    await page.locator('.answer-status[data-state="good"]', { hasText: /^200 after .*bytes$/ }).waitFor()
    expect(await page.locator('.answer').textContent()).toContain('"Size": 22')
    expect(await page.locator('.code-line code').allTextContents()).toEqual([
      `curl -X POST --form-string 'data=the bytes of one block' '${server.url}api/v0/block/put?cid-codec=raw'`,
      "for await (const line of await call('block/put', { options: { 'cid-codec': 'raw' }, body: 'the bytes of one block' })) console.log(line)",
    ])
  })

  it('streams an answer as it arrives, and stops it', async () => {
    await open('add')

    await page.getByLabel('path required', { exact: true }).setInputFiles(await sparseFile(2_000_000_000))
    await page.getByLabel('progress', { exact: true }).selectOption('true')
    await run()
    await page.locator('.answer', { hasText: '"Bytes":' }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()

    await page.locator('.answer-status', { hasText: /, stopped$/ }).waitFor()
    expect(await page.locator('.answer-advice').isVisible()).toBe(false)
  })

  it('shows the bytes of what is no text, and the beginning of what is long', async () => {
    await open('block/put')
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x10])
    await page.getByLabel('data required').setInputFiles([
      { name: 'bytes', mimeType: '', buffer: bytes },
      { name: 'long', mimeType: '', buffer: Buffer.alloc(300_000, 'long ') },
    ])
    await page.getByLabel('allow-big-block').selectOption('true')
    await run()
    await page.locator('.answer-status[data-state="good"]').waitFor()
    const [small = '', long = ''] = ((await page.locator('.answer').textContent()) ?? '')
      .split('\n')
      .flatMap((line) => /"Key":"(\w+)"/.exec(line)?.[1] ?? [])

    await open('block/get')
    await page.getByLabel('key').fill(small)
    await run()
    await page.locator('.answer', { hasText: 'ff fe 00 10' }).waitFor()
    await page.getByLabel('key').fill(long)
    await run()
    await page.locator('.answer-status', { hasText: '300 kB, the beginning of which is shown' }).waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save the answer' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('block-get')
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

    await open('files/ls')
    await run()
    await page.locator('.answer-advice', { hasText: 'choose another command' }).waitFor()
  })

  it('finds commands by what they do', async () => {
    await page.getByRole('searchbox', { name: 'Find a command' }).fill('tar file')
    expect(await page.locator('#command-groups a:visible code').allTextContents()).toEqual(
      expect.arrayContaining(['get', 'tar/add']),
    )

    await page.getByRole('searchbox').fill('no such thing')
    await page.locator('#command-count', { hasText: 'look for another word' }).waitFor()
  })

  it('opens with the server stopped, though it was never opened before', async () => {
    const fresh = await browser.newContext()
    const other = await fresh.newPage()
    await other.goto(server.url)
    await other.locator('#badge[data-state="online"]').waitFor()
    await server.stop()

    await other.reload()
    await other.getByRole('link', { name: 'Explorer' }).click()
    await other.locator('#served-count').waitFor()

    expect(await other.locator('#badge').textContent()).toBe('Works offline')
    await fresh.close()
  })

  async function open(path: string): Promise<void> {
    await page.goto(`${server.url}#explorer/${path}`)
    await page.locator('h2 code', { hasText: path }).waitFor()
  }

  async function run(): Promise<void> {
    await page.getByRole('button', { name: 'Run', exact: true }).click()
  }
})

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
