import type { Config } from '../../src/config/read-config.ts'
import type { NetworkSettings } from '../../src/net/settings.ts'
import type { Env } from '../env.ts'

/** What peers may do: on loopback everything, elsewhere what the owner has configured. */
export function networkSettings(
  stance: Env['ACCESS'],
  { isRelay, relayPeers }: Config['network'],
): NetworkSettings {
  const isLoopback = stance === 'loopback'
  return {
    isPublicOnly: !isLoopback,
    isRelay: isRelay ?? isLoopback,
    ...(!isLoopback && { relayPeers }),
  }
}
