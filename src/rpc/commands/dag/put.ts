import { inputLimitBytes, nodeFormat } from '../../../blocks/node-format.ts'
import { putBlocks } from '../../../blocks/put-blocks.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'
import { mapItems } from '../../serve/map-items.ts'
import { DagPut } from '../../shapes/dag.ts'

/** Spec: RPC document, section 4, `/dag/put`. Old clients send `format`, today's send `store-codec`. */
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
  text: ({ Cid }: { Cid: { '/': string } }) => `${Cid['/']}\n`,
  parts: ['blocks', 'pins', 'repo'],
  run({ blocks, pins, repo }, { options, body, signal }) {
    const { format, encode } = nodeFormat({
      ...{ format: options.format, inputEnc: options['input-enc'] },
      ...{ storeCodec: options['store-codec'], inputCodec: options['input-codec'], hash: options.hash },
    })
    const allowBig = options['allow-big-block']
    const limitBytes = inputLimitBytes({ allowBig })
    const stored = putBlocks(blocks, body, {
      ...{ format, allowBig, limitBytes, signal },
      encode: (content) => encode(content, limitBytes),
      whileAdding: repo.whileAdding,
      pin: options.pin ? pins.add : undefined,
    })
    return mapItems(stored, ({ cid }) => ({ Cid: { '/': cid.toString() } }))
  },
})
