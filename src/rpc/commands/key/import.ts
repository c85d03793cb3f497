import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool, text } from '../../declare/wire.ts'
import { KeyInfo } from '../../shapes/names.ts'

/** Spec: RPC document, section 4, `/key/import`. */
export const keyImport = defineCommand({
  path: 'key/import',
  about: 'Import a key',
  args: { name: arg('Name of the key') },
  options: {
    'nms-base': text('Multibase of the peer ids in output', { alias: 'ipns-base', fallback: 'base36' }),
    format: text('Form of the key', { alias: 'f', fallback: 'libp2p-protobuf-cleartext' }),
    'allow-any-key-type': bool('Accept kinds of keys that others may not read'),
  },
  body: 'key',
  reply: json(KeyInfo),
})
