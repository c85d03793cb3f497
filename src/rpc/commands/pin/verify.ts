import { defineCommand, ndjson } from '../../command.ts'
import { PinVerified } from '../../shapes/pins.ts'
import { bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/pin/verify`. */
export const pinVerify = defineCommand({
  path: 'pin/verify',
  about: 'Check that everything under the recursive pins is held',
  args: {},
  options: {
    verbose: bool('List good pins too'),
    quiet: bool('List only the CIDs of broken pins', { alias: 'q' }),
  },
  reply: ndjson(PinVerified),
})
