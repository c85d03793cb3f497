import { createNode } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import { openWebPorts } from '../../../web/host/ports.ts'
import { STORAGE_NAME } from '../../../web/host/storage-name.ts'
import { perform } from './perform.ts'

/** Without a schedule: else commits go into the ledger while the calendar is measured. */
async function open() {
  const { schedule, ...ports } = await openWebPorts({ name: STORAGE_NAME })
  return createNode(ports, {
    parts: WHOLE_NODE,
    repoPath: `indexeddb:${STORAGE_NAME}`,
    system: 'browser/bench',
  })
}

const node = open()

/** What the bench calls in the page. */
Reflect.set(globalThis, 'bench', {
  async ask(path: string) {
    const runs = await perform((await node).calendar, path)
    const { usage = 0 } = await navigator.storage.estimate()
    return { runs, storedBytes: usage }
  },
})
