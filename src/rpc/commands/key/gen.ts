import { defineCommand, json } from '../../declare/command.ts'
import { arg, int, text } from '../../declare/wire.ts'
import { KeyInfo } from '../../shapes/names.ts'

/** Spec: RPC document, section 4, `/key/gen`. */
export const keyGen = defineCommand({
  path: 'key/gen',
  about: 'Create a key',
  args: { name: arg('Name of the key') },
  options: {
    type: text('Kind of key: ed25519 or rsa', { alias: 't', fallback: 'ed25519' }),
    size: int('Bits of an rsa key', { alias: 's' }),
    'nms-base': text('Multibase of the peer ids in output', { alias: 'ipns-base', fallback: 'base36' }),
  },
  reply: json(KeyInfo),
})
