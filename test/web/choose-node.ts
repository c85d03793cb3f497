import type { Page } from 'playwright'
import type { NodeChoice } from '../../web/host/node-choice.ts'

/** Chooses a node for the origin of a page, before its first visit or while its tabs are open. */
export async function chooseNode(page: Page, url: string, choice: Partial<NodeChoice>): Promise<void> {
  // A picture of the page's server: it has the origin, and no script that would choose by itself.
  if (!page.url().startsWith(url)) await page.goto(`${url}icon-192.png`)
  await page.evaluate(writeChoice, { access: {}, ...choice })
}

async function writeChoice(choice: NodeChoice): Promise<void> {
  const name = 'tidepool/nodes'
  const opening = indexedDB.open(name)
  opening.onupgradeneeded = () => opening.result.createObjectStore(name)
  await new Promise((resolve, reject) => {
    opening.onsuccess = resolve
    opening.onerror = reject
  })
  const transaction = opening.result.transaction(name, 'readwrite')
  transaction.objectStore(name).put(choice, 'choice')
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = reject
  })
  opening.result.close()
  new BroadcastChannel('tidepool:node-choice').postMessage(undefined)
}
