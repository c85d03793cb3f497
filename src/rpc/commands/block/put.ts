import { blockFormat } from '../../../blocks/block-format.ts'
import { putBlocks } from '../../../blocks/put-blocks.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { bool, int, text } from '../../declare/wire.ts'
import { mapItems } from '../../serve/map-items.ts'
import { BlockInfo } from '../../shapes/blocks.ts'
import { blockInfo } from './stat.ts'

/** Spec: RPC document, section 4, `/block/put`. Old clients send `format`, today's send `cid-codec`. */
export const blockPut = defineCommand({
  path: 'block/put',
  about: 'Store each part of the body as one block',
  args: {},
  options: {
    format: text('Codec by its 0.9 name, or v0 for dag-pb with a CIDv0, which is taken without cid-codec', {
      alias: 'f',
    }),
    'cid-codec': text('Codec by its name in the multicodec table, such as raw or dag-cbor'),
    mhtype: text('Multihash function', { fallback: 'sha2-256' }),
    mhlen: int('Length of the digest in bytes; -1 for the whole digest', { fallback: -1 }),
    pin: bool('Pin each new block recursively', { fallback: false }),
    'allow-big-block': bool('Store blocks over 2 MiB, which peers do not exchange', { fallback: false }),
  },
  body: 'data',
  reply: ndjson(BlockInfo),
  text: ({ Key }: { Key: string }) => `${Key}\n`,
  parts: ['blocks', 'pins', 'repo'],
  run({ blocks, pins, repo }, { options, body, signal, printCid }) {
    const stored = putBlocks(blocks, body, {
      whileAdding: repo.whileAdding,
      format: blockFormat({ ...options, codec: options['cid-codec'] }),
      allowBig: options['allow-big-block'],
      pin: options.pin ? pins.add : undefined,
      signal,
    })
    return mapItems(stored, (block) => blockInfo(block, printCid))
  },
})
