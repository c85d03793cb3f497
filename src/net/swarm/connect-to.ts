import type { Connection, PeerId } from '@libp2p/interface'
import type { PeerId as Multihash } from '../../codec/cid/peer-id.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { attemptAddress } from '../attempt-address.ts'
import type { RunningPeer } from '../network.ts'
import { openConnection } from '../open-connection.ts'
import type { Routing } from '../routing/routing.ts'
import { type PeerAddress, parsePeerAddress } from './peer-address.ts'
import type { ConnectOptions } from './swarm.ts'

export interface Dialler extends RunningPeer {
  readonly routing?: Pick<Routing, 'findPeer'> | undefined
}

/** Connects to the peer of each address, as {@link Swarm.connect} does. */
export async function connectTo(
  dialler: Dialler,
  addresses: readonly string[],
  { isReported = false, ...options }: ConnectOptions = {},
): Promise<readonly string[]> {
  const targets = addresses.map((address) => parsePeerAddress(address))
  for (const target of targets) {
    if (target.address && !isReported) dialler.permit(target.address)
    try {
      await dialPeer(dialler, target, options)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      throw new DomainError(error.code, `connect ${target.peerId} failure: ${error.message}`, {
        cause: error,
      })
    }
  }
  return targets.map(({ peerId }) => peerId.toString())
}

/**
 * Returns a connection to a peer. Opens one if there is none, or none as direct as the address leads to. Throws
 * `unavailable` with the reference's text, also for an address that is not permitted: a caller that was given one by the
 * owner permits it first.
 */
export async function dialPeer(
  dialler: Dialler,
  { peerId, address }: PeerAddress,
  { signal }: AbortOptions = {},
): Promise<Connection> {
  const { libp2p } = dialler
  const open = openConnection(dialler, peerId, address)
  if (open) return open
  if (libp2p.peerId.equals(peerId)) throw unreachable('dial to self attempted')
  if (!address) await findAddresses(dialler, peerId, { signal })
  try {
    return await libp2p.dial(address ?? peerId, { ...(signal && { signal }) })
  } catch (cause) {
    signal?.throwIfAborted()
    const tried = address ? `[${address.decapsulate('/p2p')}] ` : ''
    const lines = reasonsOf(cause).map((reason) => `\n  * ${tried}${reason}`)
    const message = `failed to dial ${peerId}: all dials failed${lines.join('')}`
    throw new DomainError('unavailable', message, { cause })
  }
}

/** Stores the addresses of a peer that has none. Throws `unavailable` if no router knows any. */
async function findAddresses(
  { libp2p, routing }: Dialler,
  peerId: PeerId,
  { signal }: AbortOptions,
): Promise<void> {
  if (await hasAddresses(libp2p, peerId)) return
  // A peer id of libp2p is a multihash of the same shape.
  const found = await routing?.findPeer(peerId.toMultihash() as Multihash, { signal })
  const multiaddrs = (found?.addresses ?? []).flatMap((address) => attemptAddress(address) ?? [])
  if (multiaddrs.length === 0) throw unreachable('routing: not found')
  await libp2p.peerStore.merge(peerId, { multiaddrs })
}

export async function hasAddresses(libp2p: RunningPeer['libp2p'], peerId: PeerId): Promise<boolean> {
  if (!(await libp2p.peerStore.has(peerId))) return false
  return (await libp2p.peerStore.get(peerId)).addresses.length > 0
}

/** The reasons in an error of several dials. */
function reasonsOf(cause: unknown): readonly string[] {
  if (cause instanceof AggregateError) return cause.errors.flatMap(reasonsOf)
  return [cause instanceof Error ? cause.message : 'unknown reason']
}

function unreachable(reason: string): DomainError {
  return new DomainError('unavailable', `failed to dial: ${reason}`)
}
