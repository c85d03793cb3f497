import { defineCommand, json } from '../../../declare/command.ts'
import { arg, bool } from '../../../declare/wire.ts'
import { SettingsChange } from '../../../shapes/node.ts'

/** Spec: RPC document, section 4, `/config/profile/apply`. */
export const configProfileApply = defineCommand({
  path: 'config/profile/apply',
  about: 'Apply a profile to the settings',
  args: { profile: arg('Name of the profile') },
  options: { 'dry-run': bool('Show the change without making it') },
  reply: json(SettingsChange),
})
