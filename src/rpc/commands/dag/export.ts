import { bytes, defineCommand } from '../../command.ts'
import { arg, bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/dag/export`. */
export const dagExport = defineCommand({
  path: 'dag/export',
  about: 'Stream everything under a root as a CAR file',
  args: { root: arg('CID of the root', { fromBody: true }) },
  options: {
    progress: bool('Show progress; clients do that themselves', { alias: 'p' }),
    'local-only': bool('Leave out blocks that are not held'),
  },
  reply: bytes(),
})
