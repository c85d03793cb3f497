import { defineCommand, json } from '../../command.ts'
import { CodeTable } from '../../shapes/cids.ts'
import { bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/cid/codecs`. */
export const cidCodecs = defineCommand({
  path: 'cid/codecs',
  about: 'List the codecs of CIDs',
  args: {},
  options: {
    numeric: bool('Show the numbers', { alias: 'n' }),
    supported: bool('List only the codecs that this node reads', { alias: 's' }),
  },
  reply: json(CodeTable),
})
