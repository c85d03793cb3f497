import { defineCommand, json } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { keyBase, nmsBase } from '../../options/key-base.ts'
import { keyInfo, keysText } from '../../print/key-info.ts'
import { KeyList } from '../../shapes/names.ts'

/** Spec: RPC document, section 4, `/key/rm`. */
export const keyRm = defineCommand({
  path: 'key/rm',
  about: 'Remove keys',
  args: { name: args('Names of the keys', { fromBody: true }) },
  options: {
    l: bool('Show peer ids too'),
    'nms-base': nmsBase,
  },
  reply: json(KeyList),
  text: keysText,
  parts: ['keys'],
  async run({ keys }, { args, options, signal }) {
    const base = keyBase(options['nms-base'])
    return { Keys: (await keys.remove(args.name, { signal })).map((key) => keyInfo(key, base)) }
  },
})
