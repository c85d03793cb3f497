import { DomainError } from '../../../errors.ts'
import { defineCommand, empty } from '../../declare/command.ts'

/** Spec: RPC document, section 4, `/config/edit`. The reference serves it on its command line alone. */
export const configEdit = defineCommand({
  path: 'config/edit',
  about: 'Open the settings in an editor',
  args: {},
  options: {},
  reply: empty(),
  async run() {
    const message = 'Cannot edit settings: this host has no editor; use config/show and config/replace'
    throw new DomainError('unsupported', message)
  },
})
