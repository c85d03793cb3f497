import { bytes, defineCommand } from '../../declare/command.ts'
import { arg, text } from '../../declare/wire.ts'

/** Spec: RPC document, section 4, `/key/export`. */
export const keyExport = defineCommand({
  path: 'key/export',
  about: 'Export a key with its secret',
  secret: true,
  args: { name: arg('Name of the key') },
  options: {
    output: text('File to write; clients do that themselves', { alias: 'o' }),
    format: text('Form of the key', { alias: 'f', fallback: 'libp2p-protobuf-cleartext' }),
  },
  reply: bytes(),
})
