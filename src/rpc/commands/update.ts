import { TIDEPOOL_VERSION } from '../../version.ts'
import { bytes, defineCommand } from '../declare/command.ts'
import { optionalArgs } from '../declare/wire.ts'
import { only } from '../serve/only.ts'

/**
 * Spec: RPC document, section 4, `/update`. Spec gap: the reference hands its arguments to another program. This node
 * reports, and in a service worker has the browser look for the version that its server has.
 */
export const update = defineCommand({
  path: 'update',
  about: 'Ask about a new version of this software',
  args: { args: optionalArgs('Arguments of the subcommand, without effect') },
  options: {},
  reply: bytes(),
  parts: ['findUpdate'],
  async run({ findUpdate }) {
    const outcome = findUpdate
      ? await findUpdate()
      : 'It does not update itself: deploy or start a newer one.'
    const content = new TextEncoder().encode(`This is tidepool ${TIDEPOOL_VERSION}. ${outcome}\n`)
    return { content: only(content), sizeBytes: content.byteLength }
  },
})
