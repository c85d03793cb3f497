import { createTabNode } from '../../../web/tab.ts'
import { perform } from './perform.ts'

const node = createTabNode()

/** What the bench calls in the page. */
Reflect.set(globalThis, 'bench', {
  async ask(path: string) {
    const runs = await perform((await node).calendar, path)
    const { usage = 0 } = await navigator.storage.estimate()
    return { runs, storedBytes: usage }
  },
})
