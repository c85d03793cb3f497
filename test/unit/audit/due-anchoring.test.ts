import { describe, expect, it } from 'vitest'
import { createNode, type Ports } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import { eventRecord } from '../calendar/records.ts'
import { interceptedWrites } from '../intercepted-storage.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'
import { wokenHost } from '../schedule/woken-host.ts'
import { AUTHOR } from './anchored.ts'
import { audited } from './audited.ts'

const MINUTE_MS = 60_000

/** A node that does by itself what is due, when the test wakes its host. */
async function alive(options: Partial<Ports> = {}, startMs = 0) {
  const host = wokenHost(startMs)
  const ports = memoryPorts({ ...options, clock: host.clock })
  const node = await memoryNode({ ...ports, schedule: host.schedule })
  const write = (title = 'Event') =>
    node.calendar.write(async (draft) => void draft.create('events', eventRecord({ title })), AUTHOR)
  const heights = async () => {
    const { commits } = await audited(node)
    return { commits, waiting: (await node.sequencer.waiting()).count }
  }
  return { host, node, ports, write, heights }
}

describe('the sequencer of a node on a host with an alarm', () => {
  it('anchors a batch when its first commit is a minute old, without a request', async () => {
    const { host, write, node, heights } = await alive()

    await write()
    expect(await host.asked()).toBe(MINUTE_MS)
    await host.wake(MINUTE_MS - 1)
    await write()
    expect(await heights()).toEqual({ commits: 0, waiting: 2 })
    expect(await node.sequencer.waiting()).toEqual({ count: 2, sinceMs: 0, dueMs: MINUTE_MS })
    expect(await host.asked()).toBe(MINUTE_MS)
    await host.wake(MINUTE_MS)

    expect(await heights()).toEqual({ commits: 2, waiting: 0 })
    expect(await node.sequencer.waiting()).toEqual({ count: 0 })
  })

  it('counts anew from the first commit after each batch', async () => {
    const { host, write, heights } = await alive()
    await write()
    await host.asked()
    await host.wake(3 * MINUTE_MS)

    await write()

    expect(await host.asked()).toBe(4 * MINUTE_MS)
    await host.wake(4 * MINUTE_MS)
    expect(await heights()).toEqual({ commits: 2, waiting: 0 })
  })

  it('sets the time of a commit that came while the batch before it was full', async () => {
    const { host, node, write } = await alive()
    await write('first')
    await host.asked()
    await node.sequencer.anchor({ isUrgent: true })
    await host.wake(MINUTE_MS / 2)
    await write('second')

    await host.wake(MINUTE_MS)

    expect(await host.asked()).toBe(1.5 * MINUTE_MS)
  })

  it('finds at its start what another process has left, and waits no longer than that would have', async () => {
    const { write, ports } = await alive()
    await write()

    const { host, heights } = await alive(ports, MINUTE_MS / 2)

    expect(await host.asked()).toBe(MINUTE_MS)
    await host.wake(MINUTE_MS)
    expect(await heights()).toEqual({ commits: 1, waiting: 0 })
  })

  it('anchors each commit once when the alarms of several processes of one storage run together', async () => {
    const first = await alive()
    for (let at = 0; at < 5; at += 1) await first.write(`Event ${at}`)
    const others = [await alive(first.ports), await alive(first.ports)]
    const hosts = [first, ...others].map(({ host }) => host)
    for (const host of hosts) await host.asked()

    await Promise.all(hosts.map((host) => host.wake(MINUTE_MS)))

    expect(await first.heights()).toEqual({ commits: 5, waiting: 0 })
  })

  it('loses and repeats nothing when it is killed between its waking and any write of the batch', async () => {
    for (let writes = 0; ; writes += 1) {
      const { write, ports } = await alive()
      await write('one')
      await write('two')
      let left = Number.POSITIVE_INFINITY
      const storage = interceptedWrites(ports, () => {
        if (left <= 0) throw new Error('killed')
        left -= 1
      })
      const mortal = await alive({ ...ports, ...storage })
      await mortal.host.asked()
      left = writes
      await mortal.host.wake(MINUTE_MS)
      const isKilled = left <= 0

      const { host, heights } = await alive(ports, MINUTE_MS)
      if ((await heights()).waiting > 0) {
        await host.asked()
        await host.wake(2 * MINUTE_MS)
      }

      expect(await heights(), `killed at write ${writes}`).toEqual({ commits: 2, waiting: 0 })
      if (!isKilled) break
    }
  })
})

describe('the sequencer of a node, after a commit', () => {
  it('brings in the batch that the commit has filled, before the write resolves', async () => {
    const node = await createNode(memoryPorts(), {
      parts: WHOLE_NODE,
      repoPath: 'memory',
      system: 'memory/node',
      anchoring: { batchCommits: 2 },
    })
    const write = () =>
      node.calendar.write(async (draft) => void draft.create('events', eventRecord()), AUTHOR)

    await write()
    expect(await node.sequencer.waiting()).toMatchObject({ count: 1 })
    await write()

    expect(await node.sequencer.waiting()).toEqual({ count: 0 })
  })

  it('is not asked where a write has changed nothing', async () => {
    const node = await memoryNode()
    let commits = 0
    node.calendar.onCommit(async () => {
      commits += 1
    })

    await node.calendar.write(async () => undefined, AUTHOR)
    expect(commits).toBe(0)
    await node.calendar.write(async (draft) => void draft.create('events', eventRecord()), AUTHOR)

    expect(commits).toBe(1)
  })
})
