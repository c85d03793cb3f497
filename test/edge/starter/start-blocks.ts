import { readFile } from 'node:fs/promises'
import { claimDataFolder } from '../../../edge/local/data-claim.ts'
import { runNode } from '../../../edge/local/run-node.ts'
import { readSettings } from '../../../edge/local/settings.ts'

/** The starter, with the Worker of `BLOCKS_SCRIPT` in the place of the node's. */
const { port, dataFolder } = readSettings(process.env)
await runNode(await claimDataFolder(dataFolder), {
  name: 'blocks',
  modules: [
    {
      type: 'ESModule',
      path: 'blocks-worker.js',
      contents: await readFile(process.env['BLOCKS_SCRIPT'] ?? '', 'utf8'),
    },
  ],
  compatibilityDate: '2026-07-30',
  compatibilityFlags: ['enable_request_signal'],
  durableObjects: { NODE: { className: 'BlocksObject', useSQLite: true } },
  r2Buckets: ['BLOCKS'],
  unsafeDirectSockets: [{ host: '127.0.0.1', port }],
  cf: false,
})
