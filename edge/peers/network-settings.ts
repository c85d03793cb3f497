import type { Config } from '../../src/config/read-config.ts'
import type { NetworkSettings } from '../../src/net/settings.ts'
import type { Stance } from '../stance.ts'

/** What peers may do: on loopback everything, elsewhere what the owner has configured. */
export function networkSettings(stance: Stance, { isRelay, relayPeers }: Config['network']): NetworkSettings {
  const isLoopback = stance === 'loopback'
  return {
    isPublicOnly: !isLoopback,
    isRelay: isRelay ?? isLoopback,
    ...(!isLoopback && { relayPeers }),
  }
}
