import { describe, expect, it } from 'vitest'
import { groupCommit } from '../../edge/group-commit.ts'

/** A database whose way to the disk the test holds open. */
function heldDisk() {
  const ways: PromiseWithResolvers<void>[] = []
  return {
    ways,
    sync() {
      const way = Promise.withResolvers<void>()
      ways.push(way)
      return way.promise
    },
  }
}

describe('groupCommit()', () => {
  it('makes a change that comes alone at once, and resolves when it is on disk', async () => {
    const disk = heldDisk()
    const done: string[] = []

    const run = groupCommit(disk)
      .run(() => done.push('made'))
      .then(() => done.push('on disk'))

    expect(done).toEqual(['made'])
    disk.ways[0]?.resolve()
    await run
    expect(done).toEqual(['made', 'on disk'])
  })

  it('makes those that come meanwhile together, in their order', async () => {
    const disk = heldDisk()
    const { run } = groupCommit(disk)
    const made: number[] = []
    const runs = [1, 2, 3, 4].map((number) => run(() => made.push(number)))

    expect(made).toEqual([1])
    disk.ways[0]?.resolve()
    await runs[0]
    await reaches(disk.ways, 2)
    disk.ways[1]?.resolve()

    expect(await Promise.all(runs)).toEqual([1, 2, 3, 4])
    expect(disk.ways).toHaveLength(2)
  })

  it('fails a change alone when it throws, and all of a group when the disk does', async () => {
    const disk = heldDisk()
    const { run } = groupCommit(disk)
    const first = run(() => 'first')
    const bad = run(() => {
      throw new Error('a value has changed')
    })
    const good = run(() => 'good')
    const outcomes = Promise.allSettled([first, bad, good])

    disk.ways[0]?.resolve()
    await reaches(disk.ways, 2)
    disk.ways[1]?.reject(new Error('the disk is full'))

    expect(await outcomes).toEqual([
      { status: 'fulfilled', value: 'first' },
      { status: 'rejected', reason: new Error('a value has changed') },
      { status: 'rejected', reason: new Error('the disk is full') },
    ])
  })
})

async function reaches(list: readonly unknown[], length: number): Promise<void> {
  while (list.length < length) await new Promise((resolve) => setTimeout(resolve, 0))
}
