import { parseCid } from '../../../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../../../errors.ts'
import { exportDag } from '../../../unixfs/dag/export-dag.ts'
import { resolvePath } from '../../../unixfs/dag/resolve.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'

/** Spec: RPC document, section 4, `/dag/export`. Spec gap: the root may be a path, as with today's nodes. */
export const dagExport = defineCommand({
  path: 'dag/export',
  about: 'Stream everything under a root as a CAR file',
  args: { root: arg('CID of the root', { fromBody: true }) },
  options: {
    progress: bool('Show progress; clients do that themselves', { alias: 'p' }),
    'local-only': bool('Leave out blocks that are not held'),
  },
  reply: bytes(),
  parts: ['sessions'],
  async run({ sessions }, { args: { root }, options, session, signal }) {
    const cid = /[/:]/.test(root) ? (await resolvePath(session, root, { signal })).cid : bareCid(root)
    const partial = options['local-only']
    const blocks = partial ? sessions.open({ offline: true, signal }) : session
    const content = await exportDag(blocks, cid, { partial, signal })
    return { content, contentType: 'application/vnd.ipld.car' }
  },
})

function bareCid(text: string) {
  try {
    return parseCid(text)
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    const what = 'unable to parse root specification (currently only bare CIDs are supported)'
    throw new DomainError('invalid-argument', `${what}: ${cause.message}`, { cause })
  }
}
