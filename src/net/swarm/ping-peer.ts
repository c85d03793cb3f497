import type { Ping } from '@libp2p/ping'
import { DomainError, isDomainError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { type Dialler, dialPeer, hasAddresses } from './connect-to.ts'
import { type PeerAddress, parsePeer } from './peer-address.ts'
import type { PingOptions, PingStep } from './swarm.ts'

const INTERVAL_MS = 1_000
/** A peer that has not answered by then has failed. */
const PATIENCE_MS = 10_000

/** Asks a peer for signs of life, as {@link Swarm.ping} does. */
export async function* pingPeer(
  peer: Dialler & { readonly clock: Clock },
  text: string,
  { count, signal }: PingOptions,
): AsyncGenerator<PingStep, void> {
  const target = parseTarget(text)
  const { libp2p, clock } = peer
  const peerId = target.peerId.toString()
  if (libp2p.peerId.equals(target.peerId)) throw invalid("error: can't ping self")
  if (count <= 0) throw invalid(`ping count must be greater than 0, was ${count}`)
  if (target.address) peer.permit(target.address)
  const isKnown = target.address !== undefined || (await hasAddresses(libp2p, target.peerId))
  if (!isKnown && libp2p.getConnections(target.peerId).length === 0) {
    yield { type: 'lookup', peerId }
    await dialPeer(peer, target, { signal }).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw new DomainError('unavailable', 'peer lookup failed: routing: not found', { cause: error })
    })
  }
  yield { type: 'begin', peerId }
  const latencies: number[] = []
  for (let asked = 0; asked < count; asked += 1) {
    const step = await askOnce(peer, target, { signal })
    if (step.type === 'pong') latencies.push(step.latencyMs)
    yield step
    // The reference waits after the last answer too, and stops when the first fails.
    if (asked === 0 && step.type === 'error') break
    if (asked + 1 < count) await clock.sleep(INTERVAL_MS, { signal })
  }
  if (latencies.length === 0) throw new DomainError('unavailable', 'ping failed')
  const total = latencies.reduce((sum, latencyMs) => sum + latencyMs, 0)
  yield { type: 'average', latencyMs: total / latencies.length }
}

async function askOnce(
  peer: Dialler & { readonly clock: Clock },
  target: PeerAddress,
  { signal }: Pick<PingOptions, 'signal'>,
): Promise<PingStep> {
  const limit = new AbortController()
  const leave = () => limit.abort(signal?.reason)
  signal?.addEventListener('abort', leave, { once: true })
  const expire = () => limit.abort(new DomainError('timeout', 'context deadline exceeded'))
  peer.clock.sleep(PATIENCE_MS, { signal: limit.signal }).then(expire, () => undefined)
  try {
    const connection = await dialPeer(peer, target, { signal: limit.signal })
    const ping: Ping = peer.components['ping']
    return { type: 'pong', latencyMs: await ping.ping(connection.remotePeer, { signal: limit.signal }) }
  } catch (error) {
    signal?.throwIfAborted()
    return { type: 'error', reason: error instanceof Error ? error.message : 'unknown reason' }
  } finally {
    signal?.removeEventListener('abort', leave)
    limit.abort()
  }
}

function parseTarget(text: string): PeerAddress {
  try {
    return parsePeer(text)
  } catch (error) {
    if (!isDomainError(error)) throw error
    throw invalid(`failed to parse peer address '${text}': ${error.message}`, error)
  }
}

function invalid(message: string, cause?: unknown): DomainError {
  return new DomainError('invalid-argument', message, { cause })
}
