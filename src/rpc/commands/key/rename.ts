import type * as z from 'zod/mini'
import { formatPeerId } from '../../../codec/cid/peer-id.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { keyBase, nmsBase } from '../../options/key-base.ts'
import { KeyRenamed } from '../../shapes/names.ts'

/** Spec: RPC document, section 4, `/key/rename`. */
export const keyRename = defineCommand({
  path: 'key/rename',
  about: 'Give a key another name',
  args: { name: arg('Name of the key'), newName: arg('New name of the key') },
  options: {
    force: bool('Replace a key that has the new name', { alias: 'f' }),
    'nms-base': nmsBase,
  },
  reply: json(KeyRenamed),
  text: ({ Id, Now, Overwrite }: z.infer<typeof KeyRenamed>) =>
    `Key ${Id} renamed to ${Now}${Overwrite ? ' with overwriting' : ''}\n`,
  parts: ['keys'],
  async run({ keys }, { args: { name: from, newName: to }, options, signal }) {
    const base = keyBase(options['nms-base'])
    const { key, isReplacing } = await keys.rename({ from, to }, { force: options.force, signal })
    return { Was: from, Now: to, Id: formatPeerId(key.peerId, base), Overwrite: isReplacing }
  },
})
