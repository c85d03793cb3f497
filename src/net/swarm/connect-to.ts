import { type Multiaddr, multiaddr } from '@multiformats/multiaddr'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { RunningPeer } from '../network.ts'

/** Connects to the peer of each address, as {@link Swarm.connect} does. */
export async function connectTo(
  { libp2p }: RunningPeer,
  addresses: readonly string[],
  { signal }: AbortOptions = {},
): Promise<readonly string[]> {
  const given = addresses.map((address) => peerAddress(address))
  for (const { address, peerId } of given) {
    try {
      await libp2p.dial(address, { ...(signal && { signal }) })
    } catch (cause) {
      signal?.throwIfAborted()
      const reason = `failed to dial ${peerId}: ${cause instanceof Error ? cause.message : 'unknown reason'}`
      throw new DomainError('unavailable', `connect ${peerId} failure: ${reason}`, { cause })
    }
  }
  return given.map(({ peerId }) => peerId)
}

function peerAddress(text: string): { readonly address: Multiaddr; readonly peerId: string } {
  const address = parse(text)
  const last = address.getComponents().at(-1)
  if (last?.name === 'p2p' && last.value !== undefined) return { address, peerId: last.value }
  throw new DomainError('invalid-argument', `found no ipfs peers at ${text}`)
}

function parse(text: string): Multiaddr {
  try {
    return multiaddr(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'invalid'
    throw new DomainError(
      'invalid-argument',
      `failed to parse multiaddr "${text.slice(0, 200)}": ${reason}`,
      {
        cause,
      },
    )
  }
}
