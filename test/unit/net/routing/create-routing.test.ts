import { describe, expect, it } from 'vitest'
import { parseCid } from '../../../../src/codec/cid/cid.ts'
import {
  formatPeerId,
  type PeerId,
  parsePeerId,
  peerIdOfPublicKey,
} from '../../../../src/codec/cid/peer-id.ts'
import { DomainError } from '../../../../src/errors.ts'
import type { PrivateKey } from '../../../../src/keys/key-message.ts'
import { generateKey } from '../../../../src/keys/private-key.ts'
import { memoryLogger } from '../../../../src/memory/memory-logger.ts'
import { seededRandom } from '../../../../src/memory/seeded-random.ts'
import { signRecord } from '../../../../src/names/record/sign-record.ts'
import { createRouting } from '../../../../src/net/routing/create-routing.ts'
import type { RoutedPeer, Router, RoutingStep } from '../../../../src/net/routing/routing.ts'
import { memoryPorts } from '../../memory-ports.ts'
import { collect } from './collect.ts'

const CID = parseCid('bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
const PEERS = [
  'QmaCpDMGvV2BGHeYERUEnRQAwe3N8SzbUtfsmvsqQLuvuJ',
  'QmNnooDu7bfjPFoTZYxMNLWUQJyrVwtbZg5gBMjTezGAJN',
  'QmQCU2EcMqAqQPR2i9bChDtGNJchTbq5TbXJJ16u19uLTa',
] as const
const ADDRESS = '/ip4/192.0.2.1/tcp/4001'

const peer = (at: number, addresses: readonly string[] = [ADDRESS]): RoutedPeer => ({
  peerId: parsePeerId(PEERS[at] ?? ''),
  addresses,
})

function routing() {
  return createRouting({ clock: memoryPorts().clock, logger: memoryLogger() })
}

/** A router that finds these peers for whatever it is asked. */
const finding = (...peers: readonly RoutedPeer[]): Router => ({
  name: 'finding',
  kind: 'delegated',
  async *findProviders() {
    yield* peers
  },
  async *findPeer() {
    yield* peers
  },
})

const failing: Router = {
  name: 'failing',
  kind: 'delegated',
  // biome-ignore lint/correctness/useYield: it fails before
  async *findProviders() {
    throw new DomainError('unavailable', 'it is gone')
  },
}

/** A router that answers nothing, and never ends by itself. */
const silent: Router = {
  name: 'silent',
  kind: 'peers',
  async *findProviders() {
    await new Promise(() => undefined)
  },
}

describe('a search for providers', () => {
  it('finds nothing without routers', async () => {
    const routers = routing()

    expect(await collect(routers.findProviders(CID))).toEqual([])
    expect(routers.can('findProviders')).toBe(false)
  })

  it('finds each peer of all routers once, and one without addresses again when they are known', async () => {
    const routers = routing()
    routers.add(finding(peer(0, []), peer(1), peer(0, [])))
    routers.add(finding(peer(1), peer(0), peer(0)))

    const found = await collect(routers.findProviders(CID))

    const shown = found.map(({ peerId, addresses }) => `${formatPeerId(peerId)} ${addresses.length}`)
    expect(shown.toSorted()).toEqual([`${PEERS[0]} 0`, `${PEERS[0]} 1`, `${PEERS[1]} 1`].toSorted())
  })

  it('ends at its limit', async () => {
    const routers = routing()
    routers.add(finding(peer(0), peer(1), peer(2)))

    expect(await collect(routers.findProviders(CID, { limit: 2 }))).toHaveLength(2)
  })

  it('treats a failed router as one without an answer, and logs it', async () => {
    const routers = routing()
    routers.add(failing)
    routers.add(finding(peer(0)))
    const events: RoutingStep[] = []

    expect(await collect(routers.findProviders(CID, { onStep: (event) => events.push(event) }))).toHaveLength(
      1,
    )
    expect(events).toEqual([{ type: 'query-error', reason: 'it is gone' }])
  })

  it('ends at the time limit, without an error', async () => {
    const routers = createRouting({
      clock: { now: () => 0, sleep: async () => undefined },
      logger: memoryLogger(),
    })
    routers.add(silent)

    expect(await collect(routers.findProviders(CID))).toEqual([])
  })

  it('throws the reason of its signal', async () => {
    const routers = routing()
    routers.add(silent)
    const abort = new AbortController()
    const found = collect(routers.findProviders(CID, { signal: abort.signal }))
    abort.abort(new Error('enough'))

    await expect(found).rejects.toThrow('enough')
  })

  it('asks only routers of the kind that is named, and none that was removed', async () => {
    const routers = routing()
    const remove = routers.add(finding(peer(0)))

    expect(await collect(routers.findProviders(CID, { kind: 'peers' }))).toEqual([])
    remove()
    expect(await collect(routers.findProviders(CID))).toEqual([])
  })
})

describe('a search for a peer', () => {
  it('passes other peers and peers without addresses over', async () => {
    const routers = routing()
    routers.add(finding(peer(1), peer(0, []), peer(0)))

    expect(await routers.findPeer(parsePeerId(PEERS[0]))).toEqual(peer(0))
    expect(await routers.findPeer(parsePeerId(PEERS[2]))).toBeUndefined()
  })
})

describe('records of names', () => {
  const random = seededRandom(5)
  const record = (key: PrivateKey, sequence: bigint) =>
    signRecord(key, { path: '/ipfs/bafkqaaa', sequence, endsMs: 60_000, ttlNs: 0n, hasV1: false })
  const holding = (...records: readonly Uint8Array[]): Router => ({
    name: 'holding',
    kind: 'peers',
    async *get() {
      yield* records
    },
  })

  it('are those that are valid, each newer than the last', async () => {
    const key = await generateKey('ed25519', { random })
    const stranger = await generateKey('ed25519', { random })
    const name: PeerId = peerIdOfPublicKey(key.publicKey)
    const routers = routing()
    routers.add(
      holding(
        await record(key, 1n),
        await record(key, 0n),
        await record(stranger, 9n),
        Uint8Array.of(1, 2, 3),
        await record(key, 3n),
      ),
    )

    const found = await collect(routers.get(name))

    expect(found.map(({ sequence }) => sequence)).toEqual([1n, 3n])
  })

  it('are stored where a router can, and the first failure is thrown where none did', async () => {
    const routers = routing()
    const name = parsePeerId(PEERS[0])
    const full: Router = {
      name: 'full',
      kind: 'peers',
      put: async () => Promise.reject(new DomainError('unavailable', 'it is full')),
    }

    expect(await routers.put(name, Uint8Array.of(1))).toBe(0)
    routers.add(full)
    await expect(routers.put(name, Uint8Array.of(1))).rejects.toThrow('it is full')
    routers.add({ name: 'free', kind: 'delegated', put: async () => undefined })
    expect(await routers.put(name, Uint8Array.of(1))).toBe(1)
  })
})
