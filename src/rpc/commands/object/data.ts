import { openDagPbObject } from '../../../objects/open-object.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'
import { only } from '../../serve/only.ts'

/** Spec: RPC document, section 4, `/object/data`. */
export const objectData = defineCommand({
  path: 'object/data',
  about: 'Print the data field of a dag-pb node',
  status: 'deprecated',
  args: { key: arg('CID or path of the node', { fromBody: true }) },
  options: {},
  reply: bytes(),
  async run(_, { args: { key }, session, signal }) {
    const { data } = await openDagPbObject(session, key, { signal })
    return { content: only(data), sizeBytes: data.byteLength }
  },
})
