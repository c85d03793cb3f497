import type { MultiaddrConnection, PeerId } from '@libp2p/interface'
import { peerIdFromMultihash } from '@libp2p/peer-id'
import { describe, expect, it } from 'vitest'
import { decodePeerId } from '../../../../src/codec/cid/peer-id.ts'
import { createGater } from '../../../../src/net/peer/gater.ts'
import { createRelayRights } from '../../../../src/net/peer/relay-rights.ts'
import type { RelayRight } from '../../../../src/ports/transports.ts'

/** A peer id for each number. */
function idAt(at: number): PeerId {
  const multihash = decodePeerId(Uint8Array.of(0x12, 32, at >> 8, at & 255, ...new Uint8Array(30)))
  return peerIdFromMultihash(multihash)
}

/** A relay that names no peers but these, and connections that have the right that the test gives them. */
function relay(relayPeers: readonly string[] = []) {
  const rights = new Map<EventTarget, RelayRight>()
  const gater = createGater({
    ranges: async () => [],
    rights: createRelayRights({ relayPeers, relayRight: (connection) => rights.get(connection) }),
  })
  const connect = async (peerId: PeerId, right?: RelayRight, status = 'open') => {
    const connection = Object.assign(new EventTarget(), { status })
    if (right) rights.set(connection, right)
    await gater.denyInboundEncryptedConnection?.(peerId, connection as unknown as MultiaddrConnection)
    return {
      close: () => connection.dispatchEvent(new Event('close')),
      expire: () => rights.delete(connection),
    }
  }
  return {
    connect,
    reserves: async (peerId: PeerId) => !(await gater.denyInboundRelayReservation?.(peerId)),
    isReached: async (peerId: PeerId) => !(await gater.denyOutboundRelayedConnection?.(idAt(99), peerId)),
  }
}

const PAGE: RelayRight = { holder: '', maxPeers: 2 }
const TOKEN: RelayRight = { holder: 'ann', maxPeers: 2 }
const [FIRST, SECOND, THIRD] = [idAt(1), idAt(2), idAt(3)]

describe('a node that relays on a deployment', () => {
  it.each([
    ['that its owner names', [FIRST.toString()], undefined, true],
    ['of its own page', [], PAGE, true],
    ['with a token for the relay', [], TOKEN, true],
    ['that its owner does not name', [SECOND.toString()], undefined, false],
  ])('lets a peer %s be reached: %s', async (_, relayPeers, right, expected) => {
    const { connect, reserves, isReached } = relay(relayPeers)
    await connect(FIRST, right)

    expect([await reserves(FIRST), await isReached(FIRST)]).toEqual([expected, expected])
  })

  it('ends the right of a peer with its connection', async () => {
    const { connect, reserves } = relay()
    const [one, other] = [await connect(FIRST, TOKEN), await connect(FIRST, TOKEN)]
    one.close()
    expect(await reserves(FIRST)).toBe(true)
    other.close()

    expect(await reserves(FIRST)).toBe(false)
  })

  it('gives none for a connection that has ended while it was set up', async () => {
    const { connect, reserves } = relay()

    await connect(FIRST, TOKEN, 'aborted')

    expect(await reserves(FIRST)).toBe(false)
  })

  it('connects no peer with one whose token has expired', async () => {
    const { connect, reserves, isReached } = relay()
    const connection = await connect(FIRST, TOKEN)
    await reserves(FIRST)
    connection.expire()

    expect([await reserves(FIRST), await isReached(FIRST)]).toEqual([false, false])
  })

  it('has as many places for one token as its right says, and gives that of a peer that has left to another', async () => {
    const { connect, reserves } = relay()
    const first = await connect(FIRST, TOKEN)
    for (const peerId of [SECOND, THIRD]) await connect(peerId, TOKEN)
    expect([await reserves(FIRST), await reserves(SECOND), await reserves(THIRD)]).toEqual([
      true,
      true,
      false,
    ])
    expect(await reserves(FIRST)).toBe(true)
    first.close()

    expect(await reserves(THIRD)).toBe(true)
  })

  it('counts the places of tokens and of its own pages apart', async () => {
    const { connect, reserves } = relay()
    for (const peerId of [FIRST, SECOND]) {
      await connect(peerId, TOKEN)
      await reserves(peerId)
    }
    await connect(THIRD, PAGE)

    expect(await reserves(THIRD)).toBe(true)
  })
})
