import { defineCommand, empty } from '../../declare/command.ts'
import { int, text } from '../../declare/wire.ts'
import { sizeOf } from '../../print/key-info.ts'

/** Spec: RPC document, section 4, `/key/rotate`. */
export const keyRotate = defineCommand({
  path: 'key/rotate',
  about: 'Give this node another identity and keep the old key under a name',
  secret: true,
  args: {},
  options: {
    oldkey: text('Name to keep the old key under', { alias: 'o' }),
    type: text('Kind of key: ed25519, rsa or secp256k1', { alias: 't', fallback: 'ed25519' }),
    size: int('Bits of an rsa key', { alias: 's' }),
  },
  reply: empty(),
  parts: ['keys'],
  async run({ keys }, { options: { oldkey = '', type, size }, signal }) {
    await keys.rotate(oldkey, { type, sizeBits: sizeOf(size), signal })
  },
})
