import type { NetworkSettings, networkSection } from '../../src/net/settings.ts'
import type { SettingsOf } from '../../src/settings/setting.ts'
import type { Stance } from '../stance.ts'

/** The permissions of peers: on loopback all, elsewhere those that the owner has configured. */
export function networkSettings(
  stance: Stance,
  { isRelay, relayPeers, ...network }: SettingsOf<typeof networkSection>,
): Partial<NetworkSettings> {
  const isLoopback = stance === 'loopback'
  return {
    ...network,
    isPublicOnly: !isLoopback,
    isRelay: isRelay ?? isLoopback,
    ...(!isLoopback && { relayPeers }),
  }
}
