import { DomainError, isDomainError } from '../../../errors.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { keyBase, nmsBase } from '../../options/key-base.ts'
import { keyInfo, keysText } from '../../print/key-info.ts'
import { KeyList } from '../../shapes/names.ts'

/** Spec: RPC document, section 4, `/key/list`. */
export const keyList = defineCommand({
  path: 'key/list',
  about: 'List the keys',
  args: {},
  options: {
    l: bool('Show peer ids too'),
    'nms-base': nmsBase,
  },
  reply: json(KeyList),
  text: keysText,
  parts: ['keys'],
  async run({ keys }, { options, signal }) {
    const base = listBase(options['nms-base'])
    return { Keys: (await keys.list({ signal })).map((key) => keyInfo(key, base)) }
  },
})

/** The reference has a different text for this error only in this command. */
function listBase(name: string) {
  try {
    return keyBase(name)
  } catch (error) {
    throw isDomainError(error)
      ? new DomainError(error.code, `cannot get key encoder: ${error.message}`)
      : error
  }
}
