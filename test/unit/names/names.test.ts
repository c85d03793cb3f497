import { describe, expect, it } from 'vitest'
import { formatPeerId } from '../../../src/codec/cid/peer-id.ts'
import { DomainError } from '../../../src/errors.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import { memoryHostKey } from '../../../src/memory/memory-host-key.ts'
import { handClock } from '../hand-clock.ts'
import { interceptedStorage } from '../intercepted-storage.ts'
import { damageRow } from '../keys/key-fixtures.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'
import { wokenHost } from '../schedule/woken-host.ts'

const [OLD, NEW] = ['/ipfs/bafkqaaa', '/ipfs/bafkqaaa/new']
const HOUR_MS = 3_600_000
const PUBLISH = { key: 'self', lifetimeMs: HOUR_MS, ttlMs: 60_000, hasV1: true }

describe('Names', () => {
  it('gives the shorter of what a record allows and what it has to live', async () => {
    const clock = fixedClock(1e12)
    const { names, identity } = await memoryNode({ clock })
    const name = formatPeerId(identity.peerId)
    await names.publish(OLD, { ...PUBLISH, ttlMs: 40 * 60_000 })

    const first = await names.resolve(name)
    await clock.sleep(HOUR_MS - 5000)
    const last = await names.resolve(name)
    await clock.sleep(5001)

    expect([first, last]).toEqual([
      { path: OLD, ttlMs: 40 * 60_000 },
      { path: OLD, ttlMs: 5000 },
    ])
    await expect(names.resolve(name)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('counts on from a record that has ended', async () => {
    const clock = fixedClock(1e12)
    const { names, identity } = await memoryNode({ clock })
    await names.publish(OLD, PUBLISH)
    await clock.sleep(2 * HOUR_MS)
    await names.publish(NEW, PUBLISH)

    expect((await names.find(identity.peerId))?.sequence).toBe(1n)
  })

  it('refuses to count beyond the last number, and signs an equal path anew under it', async () => {
    const { names, identity } = await memoryNode()
    const sequence = 2n ** 64n - 1n
    await names.publish(OLD, { ...PUBLISH, sequence })

    await names.publish(OLD, PUBLISH)
    await expect(names.publish(NEW, PUBLISH)).rejects.toMatchObject({ code: 'failed-precondition' })
    expect((await names.find(identity.peerId))?.sequence).toBe(sequence)
  })

  it('follows a key that is no more the identity to its new name', async () => {
    const { names, keys } = await memoryNode({ hostKey: memoryHostKey(new Uint8Array(32)) })
    const old = await keys.self()
    await names.publish(OLD, PUBLISH)

    await keys.rotate('old', { type: 'ed25519' })
    const current = await keys.self()
    await names.publish(NEW, { ...PUBLISH, key: 'old' })
    await names.publish(OLD, PUBLISH)

    expect(await names.resolve(formatPeerId(old.peerId))).toMatchObject({ path: NEW })
    expect(await names.resolve(formatPeerId(current.peerId))).toMatchObject({ path: OLD })
    expect((await names.find(old.peerId))?.sequence).toBe(1n)
    expect((await names.find(current.peerId))?.sequence).toBe(0n)
  })

  it('gives each of many that publish at once a number of its own', async () => {
    const { names, identity } = await memoryNode()
    const paths = Array.from({ length: 40 }, (_, at) => `/ipfs/bafkqaaa/${at}`)

    await Promise.all(paths.map((path) => names.publish(path, PUBLISH)))

    expect((await names.find(identity.peerId))?.sequence).toBe(39n)
  })

  it('keeps the record of a publish that ends while another one asks the network', async () => {
    const [other, { names, identity, routing }] = [await memoryNode(), await memoryNode()]
    await other.names.publish(OLD, { ...PUBLISH, sequence: 5n })
    const found = (await other.names.find(identity.peerId))?.bytes ?? expect.unreachable()
    const isAsked = Promise.withResolvers<void>()
    const mayAnswer = Promise.withResolvers<void>()
    let asked = 0
    routing.add({
      name: 'slow for the second',
      kind: 'delegated',
      async *get() {
        asked += 1
        if (asked === 2) {
          isAsked.resolve()
          await mayAnswer.promise
        }
        yield found
      },
    })

    const first = names.publish('/ipfs/bafkqaaa/first', { ...PUBLISH, sequence: 100n })
    const second = names.publish('/ipfs/bafkqaaa/second', PUBLISH)
    await isAsked.promise
    await first
    expect(await names.find(identity.peerId)).toMatchObject({ sequence: 100n })
    mayAnswer.resolve()
    await second

    expect(await names.find(identity.peerId)).toMatchObject({ sequence: 101n })
  })

  it('asks again soon for a name whose ttl has passed while no router answered', async () => {
    const clock = handClock(1e12)
    const random = { bytes: (count: number) => new Uint8Array(count).fill(7) }
    const [publisher, { names, routing }] = [await memoryNode({ clock, random }), await memoryNode({ clock })]
    const { peerId } = publisher.identity
    let [asked, isDown] = [0, false]
    routing.add({
      name: 'sometimes down',
      kind: 'delegated',
      async *get() {
        asked += 1
        if (isDown) throw new DomainError('unavailable', 'the router is down')
        yield (await publisher.names.find(peerId))?.bytes ?? expect.unreachable()
      },
    })
    const resolved = async () => (await names.resolve(formatPeerId(peerId))).path
    await publisher.names.publish(OLD, PUBLISH)
    expect(await resolved()).toBe(OLD)

    await clock.move(PUBLISH.ttlMs)
    isDown = true
    expect(await resolved()).toBe(OLD)
    isDown = false
    await publisher.names.publish(NEW, PUBLISH)
    expect([await resolved(), asked]).toEqual([OLD, 2])
    await clock.move(10_000)

    expect([await resolved(), asked]).toEqual([NEW, 3])
  })

  it('leaves the old record or the new one, whole, when the process is killed at any call', async () => {
    let outcomes = ''
    for (let count = 1; ; count += 1) {
      const ports = memoryPorts()
      let left = Number.POSITIVE_INFINITY
      const storage = interceptedStorage(ports, () => {
        left -= 1
        if (left <= 0) throw new Error('process killed')
      })
      const { names, identity } = await memoryNode({ ...ports, ...storage })
      await names.publish(OLD, PUBLISH)
      left = count
      const isDone = await names.publish(NEW, PUBLISH).then(
        () => true,
        () => false,
      )

      const { names: reopened } = await memoryNode(ports)
      const { path } = await reopened.resolve(formatPeerId(identity.peerId))
      expect([OLD, NEW]).toContain(path)
      if (isDone) expect(path).toBe(NEW)
      outcomes += isDone ? 'done' : path === OLD ? 'old ' : 'new '
      if (isDone) break
    }

    expect(outcomes).toMatch(/^(old )+done$/)
  })
})

describe('a node that publishes names and is woken', () => {
  const DAY_MS = 24 * HOUR_MS
  const alive = async (ports = memoryPorts(), startMs = 0) => {
    const host = wokenHost(startMs)
    const { names, identity } = await memoryNode({ ...ports, clock: host.clock, schedule: host.schedule })
    return { host, names, ports, name: formatPeerId(identity.peerId), peerId: identity.peerId }
  }

  it('signs a record again at half its life: the same path and number', async () => {
    const { host, names, name, peerId } = await alive()
    await names.publish(OLD, { ...PUBLISH, lifetimeMs: DAY_MS })

    expect(await host.asked()).toBe(DAY_MS / 2)
    await host.wake(DAY_MS / 2)
    await host.wake(DAY_MS * 1.4)

    expect(await names.resolve(name)).toEqual({ path: OLD, ttlMs: 60_000 })
    expect(await names.find(peerId)).toMatchObject({
      sequence: 0n,
      validity: new Date(DAY_MS * 2.4).toISOString(),
    })
  })

  it('signs one again that has ended while the node was away', async () => {
    const { names, ports, name } = await alive()
    await names.publish(OLD, { ...PUBLISH, lifetimeMs: DAY_MS })

    const later = await alive(ports, 9 * DAY_MS)
    await expect(later.names.resolve(name)).rejects.toMatchObject({ code: 'not-found' })
    await later.host.asked()
    await later.host.wake(9 * DAY_MS)

    expect(await later.names.resolve(name)).toEqual({ path: OLD, ttlMs: 60_000 })
  })

  it('lets one end that was to live for less than an hour', async () => {
    const { names } = await alive()
    await names.publish(OLD, { ...PUBLISH, lifetimeMs: DAY_MS })
    await names.publish(OLD, { ...PUBLISH, lifetimeMs: HOUR_MS - 1 })

    expect(await names.renewals.nextMs()).toBeUndefined()
  })

  it('renews the others where the secret of one is damaged', async () => {
    const clock = fixedClock(1e12)
    const hostKey = memoryHostKey(new Uint8Array(32))
    const { names, keys, datastore } = await memoryNode({ clock, hostKey })
    for (const name of ['a', 'b']) {
      await keys.create(name, { type: 'ed25519' })
      await names.publish(OLD, { ...PUBLISH, key: name, lifetimeMs: DAY_MS })
    }
    await damageRow(datastore, 'a', 40)
    await clock.sleep(0.6 * DAY_MS)

    await expect(names.renewals.run()).rejects.toMatchObject({ code: 'unavailable' })

    await clock.sleep(0.6 * DAY_MS)
    const resolved = async (name: string) => {
      const key = await keys.find(name)
      if (!key) throw new Error(`no key ${name}`)
      return names.resolve(formatPeerId(key.peerId))
    }
    expect(await resolved('b')).toMatchObject({ path: OLD })
    await expect(resolved('a')).rejects.toMatchObject({ code: 'not-found' })
  })
})
