import { describe, expect, it, vi } from 'vitest'
import { parsePeerId } from '../../../../src/codec/cid/peer-id.ts'
import { DomainError } from '../../../../src/errors.ts'
import { fixedClock } from '../../../../src/memory/fixed-clock.ts'
import { memoryDatastore } from '../../../../src/memory/memory-datastore.ts'
import {
  readFetchRequest,
  readFetchResponse,
  writeFetchRequest,
  writeFetchResponse,
} from '../../../../src/names/by-pubsub/fetch-message.ts'
import { followNames } from '../../../../src/names/by-pubsub/follow-names.ts'
import { createFollowedRows } from '../../../../src/names/by-pubsub/followed-rows.ts'
import { nameOfTopic, recordTopic } from '../../../../src/names/by-pubsub/record-topic.ts'
import type { Names } from '../../../../src/names/names.ts'
import { decodeNameRecord } from '../../../../src/names/record/name-record.ts'
import { recordKey } from '../../../../src/names/record/record-key.ts'
import { createRecordCache } from '../../../../src/names/record-cache.ts'
import { disabledPubsub } from '../../../../src/net/pubsub/disabled-pubsub.ts'
import { memoryNode, memoryPorts } from '../../memory-ports.ts'
import { connectedNodes, type PeerNode } from '../../net/memory-peers.ts'

const [OLD, NEW] = ['/ipfs/bafkqaaa', '/ipfs/bafkqaaa/new']
const HOUR_MS = 3_600_000
const PUBLISH = { key: 'self', lifetimeMs: HOUR_MS, ttlMs: HOUR_MS, hasV1: false }

const pathOf = async (node: PeerNode, name: string, query = 'offline=true') =>
  (JSON.parse(await node.call(`name/resolve?arg=${name}&recursive=false&${query}`)) as { Path: string }).Path

/** Bytes of a record of a node, of which it then has a newer one. */
async function oldRecord(node: PeerNode): Promise<Uint8Array> {
  const { names, identity } = await node.use(['names', 'identity'])
  await names.publish(OLD, PUBLISH)
  const record = await names.find(identity.peerId)
  await node.call(`name/publish?arg=${NEW}&resolve=false`)
  return record?.bytes ?? expect.unreachable()
}

describe('records that peers send', () => {
  it('change nothing where they are older, the same, wrongly signed or no records', async () => {
    const [first, second] = await connectedNodes()
    const old = await oldRecord(first)
    expect(await pathOf(second, first.peerId, '')).toBe(NEW)
    const topic = recordTopic(parsePeerId(first.peerId))
    const { pubsub } = await first.use(['pubsub'])
    await vi.waitFor(async () => expect(await pubsub.peers(topic)).toEqual([second.peerId]))
    const seen: number[] = []
    const { pubsub: other } = await second.use(['pubsub'])
    other.addValidator(topic, ({ data }) => {
      seen.push(data.byteLength)
      return 'accept'
    })
    const wrong = old.slice()
    wrong[wrong.byteLength - 1] = (wrong.at(-1) ?? 0) ^ 1

    for (const bytes of [old, await newest(first), wrong, new Uint8Array(20)])
      await pubsub.publish(topic, bytes)
    await first.call(`name/publish?arg=${OLD}&resolve=false`)

    await vi.waitFor(async () => expect(await pathOf(second, first.peerId)).toBe(OLD))
    expect(seen).toHaveLength(1)
  })

  it.each(['find', 'found'] as const)('count against no peer when this node cannot %s them', async (task) => {
    const clock = fixedClock(1e12)
    const { names, identity } = await memoryNode({ clock })
    const name = identity.peerId
    await names.publish(OLD, PUBLISH)
    const bytes = (await names.find(name))?.bytes ?? expect.unreachable()
    const wrong = bytes.slice()
    wrong[wrong.byteLength - 1] = (wrong.at(-1) ?? 0) ^ 1
    const fail = async () => {
      throw new DomainError('corrupt', 'Cannot read record: its row is damaged')
    }
    const empty = { find: async () => undefined, found: async () => undefined }
    const rows = createFollowedRows(memoryDatastore())
    const followed = (storage: Pick<Names, 'find' | 'found'>) =>
      followNames({ pubsub: disabledPubsub, rows, names: storage, clock })

    expect(await followed({ ...empty, [task]: fail }).take(name, bytes)).toBe('ignore')
    expect(await followed(empty).take(name, bytes)).toBe('accept')
    for (const blamed of [wrong, new Uint8Array(20), new Uint8Array(11_000)])
      expect(await followed(empty).take(name, blamed)).toBe('reject')
  })

  it('count by the clock of the node that reads them, and are forgotten at their end', async () => {
    const clock = fixedClock(1e12)
    const { names, identity } = await memoryNode({ clock })
    await names.publish(OLD, PUBLISH)
    const record = (await names.find(identity.peerId)) ?? expect.unreachable()
    const [behind, ahead] = [fixedClock(1e12 - 24 * HOUR_MS), fixedClock(1e12 + 2 * HOUR_MS)]

    const late = await memoryNode({ clock: behind })
    await late.names.keep(identity.peerId, record)
    expect(await late.names.find(identity.peerId)).toMatchObject({ sequence: 0n })

    const early = await memoryNode({ clock: ahead })
    await expect(early.names.keep(identity.peerId, record)).rejects.toThrow('record is expired')
  })
})

describe('stored records of foreign names', () => {
  it('are removed when they have ended, and those of own names are not', async () => {
    const [clock, ports] = [fixedClock(1e12), memoryPorts()]
    const foreign = await memoryNode({ clock })
    await foreign.names.publish(OLD, PUBLISH)
    const record = (await foreign.names.find(foreign.identity.peerId)) ?? expect.unreachable()
    const random = { bytes: (count: number) => new Uint8Array(count).fill(7) }
    const { names } = await memoryNode({ ...ports, clock, random })
    await names.publish(OLD, PUBLISH)
    await names.keep(foreign.identity.peerId, record)

    await names.purge()
    expect(await names.find(foreign.identity.peerId)).toBeDefined()
    await clock.sleep(2 * HOUR_MS)
    await names.purge()

    const rows: string[] = []
    for await (const [key] of ports.datastore.range({})) rows.push(new TextDecoder().decode(key))
    expect(rows.filter((row) => row.startsWith('names/records/'))).toHaveLength(1)
  })

  it('are kept of the 256 names that were read last, over restarts', async () => {
    const [clock, datastore] = [fixedClock(1e12), memoryDatastore()]
    const { names, identity } = await memoryNode({ clock })
    await names.publish(OLD, PUBLISH)
    const record = decodeNameRecord((await names.find(identity.peerId))?.bytes ?? expect.unreachable())
    const name = (at: number) => ({ ...identity.peerId, bytes: new Uint8Array([0, 3, at >> 8, at & 255, 1]) })
    const cache = createRecordCache({ datastore, clock })
    for (let at = 0; at < 300; at += 1) {
      await cache.put(name(at), record, {})
      await cache.get(name(0), {})
    }

    const later = createRecordCache({ datastore, clock })
    const kept = await Promise.all(Array.from({ length: 300 }, (_, at) => later.get(name(at), {})))
    expect([kept.filter(Boolean).length, kept[0] !== undefined, kept[1]]).toEqual([256, true, undefined])
    await clock.sleep(2 * HOUR_MS)
    expect(await createRecordCache({ datastore, clock }).get(name(0), {})).toBeUndefined()
    expect(await later.get(name(299), {})).toBeUndefined()
  })
})

describe('the fetch protocol', () => {
  const name = parsePeerId('12D3KooWGWFTLmNTYfvcknsDpWYvpFMBypWz6HBkgiEibmAfyrCg')

  it('asks with keys that are no text, and reads what it writes', () => {
    expect(readFetchRequest(writeFetchRequest(recordKey(name)))).toEqual(recordKey(name))
    expect(readFetchResponse(writeFetchResponse(new Uint8Array([1])))).toEqual(new Uint8Array([1]))
    expect(readFetchResponse(writeFetchResponse(undefined))).toBeUndefined()
    expect(nameOfTopic(recordTopic(name))?.bytes).toEqual(name.bytes)
  })

  it('refuses what is no message, and the topic of another name', () => {
    for (const bytes of [[0x0a, 0xff, 0xff, 0x7f, 1], [0x12, 5, 1], [0x0a]]) {
      expect(() => readFetchRequest(new Uint8Array(bytes))).toThrow()
      expect(() => readFetchResponse(new Uint8Array(bytes))).toThrow()
    }
    for (const topic of ['/record/', '/record/x', '/record/L2lwbnMv', '/record/L3BrLwAB', 'a']) {
      expect(nameOfTopic(topic)).toBeUndefined()
    }
  })

  it('answers a peer that sends nonsense by a reset, and goes on', async () => {
    const [first, second] = await connectedNodes()
    const { network } = await first.use(['network'])
    const { libp2p } = await network.peer()
    const [connection] = libp2p.getConnections()
    const stream = (await connection?.newStream('/libp2p/fetch/0.0.1')) ?? expect.unreachable()

    stream.send(new Uint8Array([0xff, 0xff, 0xff, 0xff, 0x7f, 1]))

    await vi.waitFor(() => expect(stream.status).not.toBe('open'), 5000)
    await second.call(`name/publish?arg=${NEW}&resolve=false`)
    expect(await pathOf(first, second.peerId, '')).toBe(NEW)
  })
})

async function newest(node: PeerNode): Promise<Uint8Array> {
  const { names, identity } = await node.use(['names', 'identity'])
  return (await names.find(identity.peerId))?.bytes ?? expect.unreachable()
}
