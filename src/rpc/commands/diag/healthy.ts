import { CID } from '../../../codec/cid/cid.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { Healthy } from '../../shapes/diagnostics.ts'

/**
 * Reads both stores once. Spec gap: the document does not have it; the reference implementation 0.44 answers so, and
 * with an error where it cannot read.
 */
export const diagHealthy = defineCommand({
  path: 'diag/healthy',
  about: 'Tell whether the node can read its storage',
  extension: true,
  args: {},
  options: {},
  reply: json(Healthy),
  parts: ['pins'],
  async run({ pins }, { session, signal }) {
    await session.has(PROBE, { signal })
    await pins.find(PROBE, { signal })
    return 'ok' as const
  },
})

/** An empty directory: whether it is held does not matter. */
const PROBE = CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
