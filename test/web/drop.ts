import type { Page } from 'playwright'

/** Drops files or folders of this machine on the page, as a visitor's file manager does. */
export async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const box = await page.locator('#drop').boundingBox()
  const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files: [...paths], dragOperationsMask: 1 }
    await session.send('Input.dispatchDragEvent', { type, ...at, data })
  }
  await session.detach()
}
