import { describe, expect, it } from 'vitest'
import type { CalendarDraft } from '../../../src/calendar/model/calendar.ts'
import { createSearchTree } from '../../../src/calendar/store/tree/search-tree.ts'
import { createNode, type StorageNode } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import { rawFile } from '../../requests/stored-tree.ts'
import { memoryPorts } from '../memory-ports.ts'
import { eventRecord } from './records.ts'

const write = <T>({ repo, calendar }: StorageNode, plan: (draft: CalendarDraft) => Promise<T>) =>
  repo.whileAdding(() => calendar.write(plan, { author: 'ann' }))

const collect = async ({ repo }: StorageNode) => {
  for await (const _ of repo.collect());
}

const filled = async (keptStates: number) => {
  const ports = memoryPorts()
  const node = await createNode(ports, {
    parts: WHOLE_NODE,
    repoPath: 'memory',
    system: 'memory/node',
    calendar: { keptStates },
  })
  const picture = await rawFile('a picture')
  await ports.blockstore.putMany([...picture.blocks, ...(await rawFile('garbage')).blocks])
  await write(node, async (draft) => {
    draft.create('images', {
      author: 1,
      cid: picture.cid.toString(),
      source: '',
      name: 'a.png',
      type: 'image/png',
      bytes: 9,
      width: 1,
      height: 1,
      date: '2027-03-15 10:00:00',
    })
  })
  for (let at = 0; at < 20; at += 1) {
    await write(node, async (draft) => draft.create('events', eventRecord({ title: `Ev ${at}` })))
  }
  await write(node, async (draft) => {
    const [item] = await draft.read('events', [5])
    if (item) draft.replace('events', 5, { ...item.record, title: 'Changed' })
  })
  return { node, ports, picture: picture.cid }
}

describe('repo.collect(), with a calendar', () => {
  it('keeps pictures, commits, every version of a record and the newest trees, and nothing else', async () => {
    const { node, ports, picture } = await filled(3)
    const tree = createSearchTree(ports.blockstore)

    await collect(node)

    const commits = []
    for await (const { commit } of node.calendar.commits()) commits.push(commit)
    const whole = await Promise.all(
      commits.map(async ({ state }) => {
        if (!(await ports.blockstore.has(state))) return false
        for await (const [, record] of tree.entries(state)) {
          if (!(await ports.blockstore.has(record))) return false
        }
        return true
      }),
    )
    const versions = commits.flatMap(({ changes }) => changes.flatMap(({ before, after }) => [before, after]))
    expect(commits.map(({ height }) => height)).toEqual(Array.from({ length: 22 }, (_, at) => 22 - at))
    expect(whole.filter((isWhole) => isWhole).length).toBeLessThan(22)
    expect(whole.slice(0, 3)).toEqual([true, true, true])
    for (const cid of versions) expect(!cid || (await ports.blockstore.has(cid))).toBe(true)
    expect(await ports.blockstore.has(picture)).toBe(true)
    expect(await ports.blockstore.has((await rawFile('garbage')).cid)).toBe(false)
  })

  it('leaves a calendar that reads and writes', async () => {
    const { node } = await filled(1)

    await collect(node)
    await write(node, async (draft) => draft.create('events', eventRecord({ title: 'After' })))
    await collect(node)

    const view = await node.calendar.view()
    const { ids } = await view.selectEvents({ statuses: ['publish'], offset: 0, limit: 50 })
    const items = await view.read('events', ids)
    expect(items.map(({ record }) => record.title)).toEqual(
      expect.arrayContaining(['After', 'Changed', 'Ev 19']),
    )
    expect(items).toHaveLength(21)
  })

  it('removes nothing when a commit is missing', async () => {
    const { node, ports } = await filled(1)
    const { head } = await node.calendar.view()
    if (head) await ports.blockstore.delete(head)
    const before = await ports.blockstore.totals()

    await expect(collect(node)).rejects.toThrow(/garbage collection aborted/)

    expect(await ports.blockstore.totals()).toEqual(before)
  })
})
