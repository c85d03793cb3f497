import { defineCommand, ndjson } from '../../command.ts'
import { DagPut } from '../../shapes/dag.ts'
import { bool, text } from '../../wire.ts'

/** Spec: RPC document, section 4, `/dag/put`. */
export const dagPut = defineCommand({
  path: 'dag/put',
  about: 'Store each part of the request body as one node',
  args: {},
  options: {
    format: text('Codec to store in, by its old name', { alias: 'f', fallback: 'cbor' }),
    'input-enc': text('Encoding of the input, by its old name', { fallback: 'json' }),
    'store-codec': text('Codec to store in; wins over format'),
    'input-codec': text('Codec of the input; wins over input-enc'),
    pin: bool('Pin each new node recursively'),
    hash: text('Multihash function'),
    'allow-big-block': bool('Accept blocks beyond the size that peers exchange'),
  },
  body: 'object data',
  reply: ndjson(DagPut),
})
