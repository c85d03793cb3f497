import { DomainError } from '../../../errors.ts'
import { bytes, defineCommand } from '../../declare/command.ts'

/** Today's clients call it for an archive of profiles of the process. */
export const diagProfile = defineCommand({
  path: 'diag/profile',
  about: 'Collect profiles of the process',
  extension: true,
  args: {},
  options: {},
  reply: bytes(),
  async run() {
    throw new DomainError(
      'unsupported',
      'Cannot collect profiles: this host does not profile itself; diag/sys shows what is under way',
    )
  },
})
