import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../../src/access/policy.ts'
import { createApp } from '../../../../src/app.ts'
import { createNode, type Ports, type StorageNode } from '../../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../../src/node/whole-node.ts'
import { definePart } from '../../../../src/parts/define-part.ts'
import { createDagWalk } from '../../../../src/pins/dag-walk.ts'
import { coverWalkPart } from '../../../../src/pins/part.ts'
import type { Blockstore } from '../../../../src/ports/blockstore.ts'
import type { Clock } from '../../../../src/ports/clock.ts'
import type { Schedule } from '../../../../src/ports/schedule.ts'
import { pinRoutes } from '../../../../src/services/pinning/routes.ts'
import type { PinServiceSettings } from '../../../../src/services/pinning/settings.ts'
import { AUTHORIZATIONS, tokenOf } from '../../../requests/access-matrix.ts'
import { carOf, cborBlock } from '../../../requests/made-car.ts'
import { type PinUser, type PrintedPin, pinUser } from '../../../requests/pin-service.ts'
import { chunkedFile, rawFile, type StoredTree } from '../../../requests/stored-tree.ts'
import { eventRecord } from '../../calendar/records.ts'
import { interceptedWrites } from '../../intercepted-storage.ts'
import { memoryPorts } from '../../memory-ports.ts'

interface Served {
  readonly node: StorageNode
  readonly ann: PinUser
  readonly bob: PinUser
}

async function serving(
  ports: Partial<Ports> = {},
  pinService: Partial<PinServiceSettings> = {},
  parts: typeof WHOLE_NODE = WHOLE_NODE,
): Promise<Served> {
  const node = await createNode(memoryPorts(ports), {
    ...{ parts, repoPath: 'memory', system: 'memory/node', pinService },
  })
  const app = createApp(node, loopbackPolicy(AUTHORIZATIONS), { services: { pins: pinRoutes } })
  const send = async (target: string | Request, init?: RequestInit) =>
    app.fetch(typeof target === 'string' ? new Request(new URL(target, 'http://127.0.0.1'), init) : target)
  return { node, ann: pinUser(send, tokenOf('pins')), bob: pinUser(send, tokenOf('otherPins')) }
}

const tree = await chunkedFile([await rawFile('first half'), await rawFile('second half')])
const BYTES = tree.blocks.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
const car = await carOf([tree.cid], tree.blocks)
const cid = tree.cid.toString()

async function reasonOf(response: Promise<Response>) {
  const { status } = await response
  return [status, (await (await response).json()).error.reason]
}

describe('quotas of a token', () => {
  it('refuse pins beyond their number, until one is removed', async () => {
    const { ann, bob } = await serving({}, { maxPins: 2 })
    const first = await ann.add({ cid: 'bafkqaaa' })
    await ann.add({ cid: 'bafkqaaa' })

    expect(await reasonOf(ann.ask('', { json: { cid } }))).toEqual([409, 'INSUFFICIENT_FUNDS'])
    await bob.add({ cid: 'bafkqaaa' })
    await ann.ask(`/${first.requestid}`, { method: 'DELETE' })
    await ann.add({ cid: 'bafkqaaa' })
  })

  it('let content of exactly their size in, and no more', async () => {
    const { ann, bob } = await serving({}, { maxBytes: BYTES })
    const asked = await ann.add({ cid })
    expect((await ann.upload(asked, car)).status).toBe(200)

    expect(await reasonOf(ann.ask('', { json: { cid } }))).toEqual([409, 'INSUFFICIENT_FUNDS'])
    const second = await bob.add({ cid })
    await bob.until(second.requestid, 'pinned')
    await ann.ask(`/${asked.requestid}`, { method: 'DELETE' })
    await ann.until((await ann.add({ cid })).requestid, 'pinned')
  })

  it('fail a pin whose content is over them, however it comes', async () => {
    const { ann, node } = await serving({}, { maxBytes: BYTES - 1 })
    const asked = await ann.add({ cid })
    expect(await reasonOf(ann.upload(asked, car))).toEqual([409, 'INSUFFICIENT_FUNDS'])

    await node.blockstore.putMany(tree.blocks)
    const failed = await ann.until((await ann.add({ cid })).requestid, 'failed')
    expect(failed.info['status_details']).toContain('quota')
    expect(await reasonOf(ann.upload(asked, car))).toEqual([409, 'INSUFFICIENT_FUNDS'])
  })

  it('fail a pin that a collection could not walk, and collections go on', async () => {
    const shortWalk = definePart({
      ...coverWalkPart,
      create: ({ wholeSource }: { readonly wholeSource: Pick<Blockstore, 'get' | 'has'> }) =>
        createDagWalk(wholeSource, { maxEntries: 4 }),
    })
    const parts = WHOLE_NODE.map((part) =>
      part === coverWalkPart ? shortWalk : part,
    ) as unknown as typeof WHOLE_NODE
    const { ann, node } = await serving({}, {}, parts)
    const nodes = await Promise.all([1, 2, 3].map((number) => cborBlock({ number })))
    const root = await cborBlock(nodes.map((block) => block.cid))
    await node.blockstore.putMany([root, ...nodes])

    const failed = await ann.until((await ann.add({ cid: root.cid.toString() })).requestid, 'failed')

    expect(failed.info['status_details']).toContain('too many blocks')
    for await (const _ of node.repo.collect());
    expect(await node.blockstore.has(root.cid)).toBe(false)
  })

  it.each(['is held', 'is sent'])(
    'do not count the content that a pin replaces when its own %s',
    async (how) => {
      const { ann, node } = await serving({}, { maxBytes: BYTES })
      const old = await ann.add({ cid })
      await ann.upload(old, car)
      const other = await chunkedFile([await rawFile('third half'), await rawFile('fourth half')])
      if (how === 'is held') await node.blockstore.putMany(other.blocks)

      const fresh = await ann.add({ cid: other.cid.toString() }, `/${old.requestid}`)
      if (how === 'is sent') await ann.upload(fresh, await carOf([other.cid], other.blocks))

      const { info } = await ann.until(fresh.requestid, 'pinned')
      expect(info).toEqual({ dag_size: `${BYTES}` })
      for await (const _ of node.repo.collect());
      expect(await holds(node, other)).toBe(true)
      expect(await holds(node, tree)).toBe(false)
    },
  )

  it('keep the content that a refused pin replaces until that pin is removed or replaced', async () => {
    const { ann, node } = await serving({}, { maxBytes: BYTES })
    const old = await ann.add({ cid })
    await ann.upload(old, car)
    const large = await chunkedFile([await rawFile('first half'), await rawFile('second half, and more')])
    await node.blockstore.putMany(large.blocks)

    const refused = await ann.add({ cid: large.cid.toString() }, `/${old.requestid}`)
    const { info } = await ann.until(refused.requestid, 'failed')
    expect(info['status_details']).toContain('the content that this pin replaces is kept')
    for await (const _ of node.repo.collect());
    expect(await holds(node, tree)).toBe(true)
    expect(await reasonOf(ann.ask('', { json: { cid } }))).toEqual([409, 'INSUFFICIENT_FUNDS'])

    const again = await ann.add({ cid }, `/${refused.requestid}`)
    expect((await ann.until(again.requestid, 'pinned')).info).toEqual({ dag_size: `${BYTES}` })
    await ann.ask(`/${again.requestid}`, { method: 'DELETE' })
    for await (const _ of node.repo.collect());
    expect(await holds(node, tree)).toBe(false)
  })

  it('refuse a CAR beyond its limit before its end', async () => {
    const { ann } = await serving({}, { maxUploadBytes: car.byteLength - 1 })

    expect(await reasonOf(ann.upload(await ann.add({ cid }), car))).toEqual([413, 'CONTENT_TOO_LARGE'])
  })
})

describe('content of a pin', () => {
  it('is not removed alone while a pin keeps it', async () => {
    const { ann, node } = await serving()
    const asked = await ann.add({ cid })
    await ann.upload(asked, car)
    const leaf = tree.blocks.find((block) => !block.cid.equals(tree.cid))?.cid ?? tree.cid

    for (const kept of [tree.cid, leaf])
      await expect(node.blocks.remove(kept)).rejects.toThrow('in use by the pinService')
    await ann.ask(`/${asked.requestid}`, { method: 'DELETE' })
    await node.blocks.remove(leaf)
  })

  it('is kept for the pin that replaces it, until that one is pinned', async () => {
    const { ann, node } = await serving()
    const old = await ann.add({ cid })
    await ann.upload(old, car)
    const other = await chunkedFile([await rawFile('first half'), await rawFile('another half')])
    const fresh = await ann.add({ cid: other.cid.toString() }, `/${old.requestid}`)

    for await (const _ of node.repo.collect());
    expect(await node.blockstore.has(tree.cid)).toBe(true)
    const rest = other.blocks.filter((block) => !tree.blocks.some((held) => held.cid.equals(block.cid)))
    expect((await ann.upload(fresh, await carOf([], rest))).status).toBe(200)
    for await (const _ of node.repo.collect());
    expect(await node.blockstore.has(tree.cid)).toBe(false)
  })

  it('is never a hidden block: the service acts as if the node did not hold it', async () => {
    const { ann, node } = await serving()
    const { blockstore, calendar, repo } = node
    const before = new Set<string>()
    for await (const held of blockstore.list()) before.add(held.cid.toString())
    await repo.whileAdding(() =>
      calendar.write(async (draft) => draft.create('events', eventRecord({ status: 'draft' })), {
        author: 'ann',
      }),
    )
    const hidden: string[] = []
    for await (const held of blockstore.list()) {
      if (!before.has(held.cid.toString()) && !(await node.publicBlocks.has(held.cid)))
        hidden.push(`${held.cid}`)
    }
    expect(hidden.length).toBeGreaterThan(0)

    for (const secret of hidden) {
      expect(await ann.add({ cid: secret })).toMatchObject({
        status: 'queued',
        info: { upload: expect.any(String) },
      })
    }
    await settled()
    expect((await ann.list()).count).toBe(0)
  })
})

describe('work on pins', () => {
  it('goes on after a restart, without a request', async () => {
    const { blockstore, datastore } = memoryPorts()
    const stored = { blockstore, datastore }
    const before = await serving(stored)
    const { requestid } = await before.ann.add({ cid })
    await (await before.node.use(['pinService'])).pinService.due.run()
    await blockstore.putMany(tree.blocks)
    expect((await before.ann.get(requestid)).status).toBe('queued')

    const { clock, pass } = movedClock()
    pass(31_000)
    const tasks = new Map<string, () => Promise<void>>()
    const schedule: Schedule = {
      add(name, run) {
        tasks.set(name, run)
        return { isSet: false, at: () => undefined }
      },
    }
    const after = await serving({ ...stored, clock, schedule })
    await tasks.get('pinning service')?.()

    expect(await after.ann.get(requestid)).toMatchObject({ status: 'pinned', pin: { cid } })
  })

  it('is repeated while blocks are missing, and given up after twelve attempts', async () => {
    const { clock, pass } = movedClock()
    const { node, ann } = await serving({ clock })
    const { requestid } = await ann.add({ cid })
    const { due } = (await node.use(['pinService'])).pinService
    await due.run()
    for (let attempts = 1; attempts < 12; attempts += 1) {
      expect((await ann.get(requestid)).status).toBe('queued')
      pass(((await due.nextMs()) ?? 0) - clock.now())
      await due.run()
    }

    const { status, info } = await ann.get(requestid)
    expect([status, info['upload']]).toEqual(['failed', undefined])
    expect(info['status_details']).toContain(cid)
    expect(clock.now()).toBe(30_000 * (2 ** 11 - 1))
    expect(await due.nextMs()).toBeUndefined()
  })
})

describe('a process killed between any two writes', () => {
  it('leaves pins that are whole or wait, and a usage that counts them', async () => {
    const life = async ({ ann }: Served, done: PrintedPin[]) => {
      const asked = await ann.add({ cid })
      done.push(asked)
      const response = await ann.upload(asked, car)
      if (response.status === 200) done.push(await response.json())
      const replaced = await ann.add({ cid: 'bafkqaaa' }, `/${asked.requestid}`)
      done.push(await ann.until(replaced.requestid, 'pinned'))
      if ((await ann.ask(`/${replaced.requestid}`, { method: 'DELETE' })).status === 202) done.push(replaced)
    }
    let kills = 0
    for (let writes = 0; ; writes += 1) {
      const ports = memoryPorts()
      let left = writes
      let isKilled = false
      const { promise: killed, resolve: onKilled } = Promise.withResolvers<void>()
      const mortal = interceptedWrites(ports, () => {
        left -= 1
        isKilled = left < 0
        if (!isKilled) return
        onKilled()
        throw new Error('killed')
      })
      const done: PrintedPin[] = []
      const lived = serving({ ...mortal }).then(async (served) => {
        const ended = life(served, done)
        await Promise.race([ended, killed])
        ended.catch(() => undefined)
      })
      await lived.catch((error: unknown) => expect(String(error)).toMatch(/killed|internal error/))
      if (done.length === 4 && !isKilled) break
      kills += 1
      left = -1

      const { ann, node } = await serving({ blockstore: ports.blockstore, datastore: ports.datastore })
      for await (const _ of node.repo.collect());
      const where = `killed after ${writes} writes, having done ${done.length}`
      const { results } = await ann.list({ status: 'queued,pinning,pinned,failed' })
      expect(results.length, where).toBeLessThanOrEqual(1)
      for (const { status, pin } of results) {
        if (status === 'pinned' && pin.cid === cid)
          for (const block of tree.blocks) expect(await node.blockstore.has(block.cid), where).toBe(true)
      }
      if (done.length >= 1 && done.length < 3) expect(results.length, where).toBe(1)
      if (done.length === 2) expect(['bafkqaaa', cid], where).toContain(results[0]?.pin.cid)
      for (const { requestid } of results) await ann.ask(`/${requestid}`, { method: 'DELETE' })
      const held: number[] = []
      for await (const [key, value] of ports.datastore.range({})) {
        if (!new TextDecoder().decode(key).startsWith('services/pinning/usage/')) continue
        const { pins, bytes } = JSON.parse(new TextDecoder().decode(value))
        held.push(pins, bytes)
      }
      expect(
        held.every((count) => count === 0),
        where,
      ).toBe(true)
    }

    expect(kills).toBeGreaterThan(5)
  })
})

async function holds({ blockstore }: StorageNode, { blocks }: StoredTree): Promise<boolean> {
  return (await Promise.all(blocks.map((block) => blockstore.has(block.cid)))).every(Boolean)
}

/** Everything that can go on without time has gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}

/** A clock that the test moves. A sleep does not end. */
function movedClock(): { readonly clock: Clock; readonly pass: (durationMs: number) => void } {
  let nowMs = 0
  const { clock } = memoryPorts()
  return {
    clock: { ...clock, now: () => nowMs },
    pass(durationMs) {
      nowMs += durationMs
    },
  }
}
