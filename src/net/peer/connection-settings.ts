import { parseGoDuration } from '../../codec/go-duration.ts'
import type { AnnounceSettings } from './announced-addresses.ts'
import { MAX_CONNECTIONS } from './limits.ts'
import type { ConnectionLimits } from './trim-connections.ts'

interface Document {
  get(path: string): Promise<unknown>
}

const DEFAULT_GRACE_MS = 20_000

/** The most connections that the node accepts. */
export async function maxConnections(document: Document): Promise<number> {
  const high = Number(await document.get('Swarm.ConnMgr.HighWater'))
  return Math.max(1, Math.min(high, MAX_CONNECTIONS))
}

/**
 * When connections are closed to make room. Read again each time, so that a change takes effect at once. Where the high
 * water is lowered to {@link MAX_CONNECTIONS}, the low water is lowered in proportion: it would not be below otherwise.
 */
export async function connectionLimits(
  document: Document,
  peering: { list(): Promise<readonly { readonly peerId: string }[]> },
): Promise<ConnectionLimits> {
  const [type, low, high, grace] = await Promise.all(
    ['Type', 'LowWater', 'HighWater', 'GracePeriod'].map((name) => document.get(`Swarm.ConnMgr.${name}`)),
  )
  const ratio = Math.min(1, MAX_CONNECTIONS / Number(high))
  return {
    high: await maxConnections(document),
    low: type === 'none' ? Number.POSITIVE_INFINITY : Math.floor(Number(low) * ratio),
    graceMs: parseGoDuration(String(grace)) ?? DEFAULT_GRACE_MS,
    kept: new Set((await peering.list()).map(({ peerId }) => peerId)),
  }
}

/** The addresses that are advertised to peers. */
export async function announceSettings(document: Document): Promise<AnnounceSettings> {
  const [announce = [], append = [], withheld = []] = await Promise.all(
    ['Announce', 'AppendAnnounce', 'NoAnnounce'].map(async (name) =>
      textsOf(await document.get(`Addresses.${name}`)),
    ),
  )
  return { announce, append, withheld }
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
