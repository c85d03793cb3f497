import { CID } from '../../../codec/cid/cid.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { Healthy } from '../../shapes/diagnostics.ts'

/**
 * Reads both stores once. Spec gap: not in the document. The reference implementation 0.44 has this reply, and
 * an error when it cannot read.
 */
export const diagHealthy = defineCommand({
  path: 'diag/healthy',
  about: 'Check whether the node can read its storage',
  extension: true,
  args: {},
  options: {},
  reply: json(Healthy),
  text: (healthy: string) => healthy,
  parts: ['blockstore', 'pins'],
  async run({ blockstore, pins }, { signal }) {
    await blockstore.has(PROBE, { signal })
    await pins.find(PROBE, { signal })
    return 'ok' as const
  },
})

/** An empty directory. The read proves that the store works, whether it holds the block or not. */
const PROBE = CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
