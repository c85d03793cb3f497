import { defineCommand, json } from '../../declare/command.ts'
import { arg, int, text } from '../../declare/wire.ts'
import { keyBase, nmsBase } from '../../options/key-base.ts'
import { keyInfo, sizeOf } from '../../print/key-info.ts'
import { KeyInfo } from '../../shapes/names.ts'

/** Spec: RPC document, section 4, `/key/gen`. */
export const keyGen = defineCommand({
  path: 'key/gen',
  about: 'Create a key',
  args: { name: arg('Name of the key') },
  options: {
    type: text('Kind of key: ed25519, rsa or secp256k1', { alias: 't', fallback: 'ed25519' }),
    size: int('Bits of an rsa key', { alias: 's' }),
    'nms-base': nmsBase,
  },
  reply: json(KeyInfo),
  text: ({ Id }: { Id: string }) => `${Id}\n`,
  parts: ['keys'],
  async run({ keys }, { args: { name }, options: { type, size, ...options }, signal }) {
    const base = keyBase(options['nms-base'])
    return keyInfo(await keys.create(name, { type, sizeBits: sizeOf(size), signal }), base)
  },
})
