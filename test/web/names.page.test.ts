import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { testBrowser } from './open-page.ts'

const KEY = join(import.meta.dirname, '../fixtures/keys/files/openssl_ed25519.pem')

const browser = testBrowser()

describe('the page: names', () => {
  let page: Page

  beforeEach(async () => {
    ;({ page } = await browser.openAgain({ at: '#names' }))
    await page.locator('#names-own[aria-busy="false"]').waitFor()
  })

  it('creates a name, publishes content under it, and leads there through the gateway', async () => {
    expect(await page.locator('.name-item h3').allTextContents()).toEqual(['self this node'])
    const cid = await page.evaluate(addText, 'what the name leads to')

    await create('my-site')
    const item = row('my-site')
    expect(await item.textContent()).toContain('Nothing is published under it yet.')
    await item.getByText('Publish or change').click()
    await item.getByLabel('CID or path to publish').fill(cid)
    await item.getByRole('button', { name: 'Publish it' }).click()

    await item.getByRole('link', { name: `/ipfs/${cid}` }).waitFor()
    await page.locator('h3:focus', { hasText: 'my-site' }).waitFor()
    const href = (await item.getByRole('link', { name: 'Open my-site' }).getAttribute('href')) ?? ''
    expect(await page.evaluate(async (path) => (await fetch(path.replace(/\/$/, ''))).text(), href)).toBe(
      'what the name leads to',
    )
    await page.getByLabel('Name or domain').fill(href.split('/')[2] ?? '')
    await page.getByRole('button', { name: 'Look it up' }).click()
    await page.locator('#name-resolved', { hasText: `It leads to /ipfs/${cid}` }).waitFor()
  })

  it('renames a key, and removes it only after a question', async () => {
    await create('first')
    await row('first').getByText('Publish or change').click()
    await row('first').getByLabel('Another name for its key').fill('second')
    await row('first').getByRole('button', { name: 'Rename' }).click()
    await row('second').waitFor()

    await row('second').getByText('Publish or change').click()
    await row('second').getByRole('button', { name: 'Remove second' }).click()
    expect(await row('second').getByRole('button', { name: 'Keep it' }).evaluate(hasFocus)).toBe(true)
    await row('second').getByRole('button', { name: 'Remove for good' }).click()
    await row('second').waitFor({ state: 'detached' })
    await page.locator('h2:focus', { hasText: 'Names of this node' }).waitFor()
    expect(await page.locator('.name-item').count()).toBe(1)
  })

  it('imports a key file, says why one is refused, and why it exports none', async () => {
    await page.getByText('Bring a key from another node').click()
    await page.getByLabel('Name of the key here').fill('brought')
    await page.getByLabel('Key file').setInputFiles({
      name: 'broken.key',
      mimeType: '',
      buffer: Buffer.from('no key'),
    })
    await page.getByRole('button', { name: 'Import the key' }).click()
    await page.locator('#problem-text', { hasText: 'unable to unmarshall' }).waitFor()

    await page.getByLabel('Key file').setInputFiles(KEY)
    await page.getByRole('button', { name: 'Import the key' }).click()
    await row('brought').waitFor()
    await page.getByText('Take a key to another node').click()
    await page.getByText('the node refuses key/export to every browser').waitFor()
  })

  async function create(name: string): Promise<void> {
    await page.getByLabel('Name of its key').fill(name)
    await page.getByRole('button', { name: 'Create it' }).click()
    await row(name).waitFor()
  }

  function row(name: string): Locator {
    return page.locator(`.name-item[data-key="${name}"]`)
  }
})

function hasFocus(element: Element): boolean {
  return element === document.activeElement
}

async function addText(text: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([text]), 'text.txt')
  const response = await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })
  return (await response.json()).Hash
}
