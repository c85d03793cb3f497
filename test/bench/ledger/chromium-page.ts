import { createTabNode } from '../../../web/host/tab.ts'
import { perform } from './perform.ts'
import { openLedger } from './sample-ledger.ts'

const bench = createTabNode().then(openLedger)

/** What the bench calls in the page. */
Reflect.set(globalThis, 'bench', { ask: async (path: string) => perform(await bench, path) })
