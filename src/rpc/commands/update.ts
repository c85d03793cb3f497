import { bytes, defineCommand } from '../declare/command.ts'
import { optionalArgs } from '../declare/wire.ts'

/** Spec: RPC document, section 4, `/update`. */
export const update = defineCommand({
  path: 'update',
  about: 'Ask about a new version of this software',
  args: { args: optionalArgs('Arguments of the subcommand') },
  options: {},
  reply: bytes(),
})
