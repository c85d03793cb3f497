import { flag } from '../../settings/kind.ts'
import { type Section, type SettingsOf, setting } from '../../settings/setting.ts'

/** Messages among peers, by topics. */
export const pubsubSection = {
  onFault: 'unset-section',
  logScope: 'net',
  settings: {
    isPubsubEnabled: setting({
      name: 'Pubsub.Enabled',
      variable: 'PUBSUB_ENABLED',
      type: flag,
      default: true,
      shown: '`true`',
      needsRestart: true,
      about:
        '`false` refuses the commands of pubsub and sends no records of names by it. A node takes part in a topic only while a caller has subscribed to it, and forwards messages of no other topic',
    }),
    areNamesSent: setting({
      name: 'Ipns.UsePubsub',
      variable: 'IPNS_USE_PUBSUB',
      type: flag,
      default: true,
      shown: '`true`',
      needsRestart: true,
      about:
        '`false` neither sends records of names to connected peers by pubsub, nor asks them for records. Otherwise a name that was published or asked for is a topic of this node',
    }),
  },
} as const satisfies Section

export type PubsubSettings = SettingsOf<typeof pubsubSection>
