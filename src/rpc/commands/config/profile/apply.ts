import { withProfile } from '../../../../config/profiles.ts'
import { defineCommand, json } from '../../../declare/command.ts'
import { arg, bool } from '../../../declare/wire.ts'
import { SettingsChange } from '../../../shapes/node.ts'

/** Spec: RPC document, section 4, `/config/profile/apply`. Spec gap: `NeedsRestart` as that of `/config`. */
export const configProfileApply = defineCommand({
  path: 'config/profile/apply',
  about: 'Apply a profile to the settings',
  args: { profile: arg('Name of the profile') },
  options: { 'dry-run': bool('Show the change without making it', { fallback: false }) },
  reply: json(SettingsChange),
  parts: ['configuration', 'random'],
  async run({ configuration, random }, { args: { profile }, options, signal }) {
    const { before, after, restart } = await configuration.change(
      (document) => withProfile(document, profile, random),
      { isDryRun: options['dry-run'], signal },
    )
    return { OldCfg: before, NewCfg: after, ...(restart.length > 0 && { NeedsRestart: true }) }
  },
})
