import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool, text } from '../../declare/wire.ts'
import { KeyRenamed } from '../../shapes/names.ts'

/** Spec: RPC document, section 4, `/key/rename`. */
export const keyRename = defineCommand({
  path: 'key/rename',
  about: 'Give a key another name',
  args: { name: arg('Name of the key'), newName: arg('New name of the key') },
  options: {
    force: bool('Replace a key that has the new name', { alias: 'f' }),
    'nms-base': text('Multibase of the peer ids in output', { alias: 'ipns-base', fallback: 'base36' }),
  },
  reply: json(KeyRenamed),
})
