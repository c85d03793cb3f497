import type { Page } from 'playwright'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testBrowser } from './open-page.ts'

const browser = testBrowser()

describe('the page by the keyboard alone', () => {
  it('adds, opens, renames, removes and undoes, then runs a command and comes back', async () => {
    const { context, page } = await browser.openAgain()
    onTestFinished(() => page.close())
    const { press, tabTo, type } = keyboard(page)
    const file = { name: 'tide.txt', mimeType: 'text/plain', buffer: Buffer.from('it comes back') }
    page.on('filechooser', (chooser) => chooser.setFiles(file))
    await page.locator('#storage-blocks', { hasText: 'block' }).waitFor()

    // Past the menu, by the first stop of the page.
    await press('Tab')
    expect(await focused(page)).toBe('Skip the menu')
    await press('Enter')
    await tabTo('Add files')
    await press('Enter')
    await page.locator('#files .file-name', { hasText: 'tide.txt' }).waitFor()
    await page.locator('#progress').waitFor({ state: 'hidden' })

    await tabTo('Actions for tide.txt')
    await press('Enter')
    expect(await focused(page)).toBe('Open in a new tab')
    const [opened] = await Promise.all([context.waitForEvent('page'), press('Enter')])
    await opened.getByText('it comes back', { exact: true }).waitFor()
    await opened.close()
    await page.locator('.menu-box').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Actions for tide.txt')
    await press('F2')
    await page.getByRole('dialog').waitFor()
    await type('ebb')
    await press('Enter')
    await page.locator('#files .file-name', { hasText: 'ebb.txt' }).waitFor()
    await expect.poll(() => focused(page)).toBe('ebb.txt')
    await press('Delete')
    await page.locator('#files-empty').waitFor()
    await tabTo('Undo')
    await press('Enter')
    await page.locator('#files .file-name', { hasText: 'ebb.txt' }).waitFor()

    // A problem can be read and closed.
    await tabTo('CID or path')
    await type('no such thing')
    await press('Enter')
    await page.locator('#problem-text', { hasText: 'Copy the whole CID' }).waitFor()
    await tabTo('Close')
    await press('Enter')
    await page.locator('#problem').waitFor({ state: 'hidden' })

    await tabTo('Explorer')
    await press('Enter')
    await page.locator('#served-count').waitFor()
    expect(await focused(page)).toBe('Explorer')
    await tabTo('Find a command')
    await type('cid/base32')
    await press('Enter')
    await page.locator('h2', { hasText: 'cid/base32' }).waitFor()
    expect(await focused(page)).toBe('cid/base32')
    await tabTo('cid required')
    await type('QmZZRTyhDpL5Jgift1cHbAhexeE1m2Hw8x8g7rTcPahDvo')
    await tabTo('Run')
    await press('Enter')
    await page
      .locator('.answer-tree', { hasText: 'bafybeifgwyq5gs4l2mru5klgwjfmftjvkmbyyjurbupuz2bst7mhmg2hwa' })
      .waitFor()

    await tabTo('Content')
    await press('Enter')
    await page.locator('#files .file-name', { hasText: 'ebb.txt' }).waitFor()
    expect(await focused(page)).toBe('Your browser is a node')
  })
})

function keyboard(page: Page) {
  const press = (key: string) => page.keyboard.press(key)
  return {
    press,
    type: (text: string) => page.keyboard.type(text),
    /** Tabs on until the control of this name has the focus, which must be seen at each stop. */
    async tabTo(name: string): Promise<void> {
      const passed: string[] = []
      for (let stops = 0; stops < 80; stops += 1) {
        await press('Tab')
        const { name: here, isSeen } = await page.evaluate(focusNow)
        if (here !== '') expect(isSeen, `focus is seen at "${here}"`).toBe(true)
        if (here === name) return
        passed.push(here)
      }
      throw new Error(`"${name}" cannot be reached: ${passed.join(', ')}`)
    },
  }
}

async function focused(page: Page): Promise<string> {
  return (await page.evaluate(focusNow)).name
}

/**
 * What has the focus, by its name, which is empty for the page itself; and whether it, or the label that is shown
 * for it, is outlined and in sight.
 */
function focusNow(): { readonly name: string; readonly isSeen: boolean } {
  const { activeElement: element } = document
  if (!element || element === document.body) return { name: '', isSeen: false }
  const label = 'labels' in element && element.labels instanceof NodeList ? element.labels[0] : undefined
  const name = element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? ''
  const marked = element.matches('.quiet') ? element.previousElementSibling : element
  if (!marked) return { name: name.trim(), isSeen: false }
  const { outlineStyle, outlineWidth } = getComputedStyle(marked)
  const { top, bottom } = marked.getBoundingClientRect()
  const isOutlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  return { name: name.trim(), isSeen: isOutlined && bottom > 0 && top < innerHeight }
}
