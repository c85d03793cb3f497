import { describe, expect, it } from 'vitest'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { addContent } from '../../../src/unixfs/add/add.ts'
import { added, file, sourceOf, symlink } from './added.ts'

const planets = () => [file('planets/mars.txt', 'Hello Mars!\n'), file('planets/venus.txt', 'Hello Venus!\n')]

describe('addContent(), roots', () => {
  it('makes a root of each top-level entry, announced before the next one', async () => {
    const { roots, events, cids } = await added([
      file('', 'one'),
      file('', 'two'),
      file('a/x', '1'),
      file('b/y', '2'),
      file('c', '3'),
    ])

    expect(events.slice(2).map((event) => event.name)).toEqual(['a/x', 'a', 'b/y', 'b', 'c'])
    expect(roots.map(String)).toEqual([...Object.keys(cids).slice(0, 2), cids['a'], cids['b'], cids['c']])
  })

  it('makes a root of its own of a top-level directory that comes back', async () => {
    const { roots, events } = await added([file('a/x', '1'), file('b/y', '2'), file('a/x', '3')])
    const apart = await Promise.all(
      [file('a/x', '1'), file('b/y', '2'), file('a/x', '3')].map(async (one) => (await added([one])).root),
    )

    expect(events.map((event) => event.name)).toEqual(['a/x', 'a', 'b/y', 'b', 'a/x', 'a'])
    expect(roots.map(String)).toEqual(apart)
  })

  it('begins a new root where a top-level directory has a part of its own behind its files', async () => {
    const { roots, events } = await added([
      file('a/x', '1'),
      { kind: 'directory', path: 'a' },
      file('a/y', '2'),
    ])

    expect(events.map((event) => event.name)).toEqual(['a/x', 'a', 'a/y', 'a'])
    expect(roots).toHaveLength(2)
  })

  it('merges a directory that comes back inside its root, wrapped ones too', async () => {
    const entries = (top: string) => [file(`${top}a/x`, '1'), file(`${top}b`, '2'), file(`${top}a/y`, '3')]
    const inside = await added(entries('top/'))
    const wrapped = await added(entries(''), { wrapWithDirectory: true })

    expect(inside.events.map((event) => event.name)).toEqual(['top/a/x', 'top/b', 'top/a/y', 'top/a', 'top'])
    expect(wrapped.root).toBe(inside.root)
    await expect(added([...entries('top/'), file('top/a/x', '4')])).rejects.toMatchObject({
      code: 'already-exists',
      message: 'directory already has entry by that name',
    })
  })

  it('leaves out directories that nothing is in, but no root, when asked to', async () => {
    const entries = () => [
      { kind: 'directory', path: 'a/empty' } as const,
      { kind: 'directory', path: 'a/b/empty' } as const,
      file('a/f', '1'),
      { kind: 'directory', path: 'void' } as const,
    ]
    const { events, cids } = await added(entries(), { emptyDirectories: false })

    expect(events.map((event) => event.name)).toEqual(['a/f', 'a/b', 'a', 'void'])
    expect(cids['a/b']).toBe('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
    expect((await added(entries())).events).toHaveLength(6)
  })

  it('wraps: one root, named last with an empty name', async () => {
    const { roots, events, cids } = await added(
      [file('gnz66h/x', '1'), file('_jo7/y', '2'), file('4r93', '3'), file('', '4')],
      { wrapWithDirectory: true },
    )

    expect(events.map((event) => event.name)).toEqual([
      'gnz66h/x',
      '_jo7/y',
      '4r93',
      expect.stringMatching(/^Qm/),
      '_jo7',
      'gnz66h',
      '',
    ])
    expect(roots.map(String)).toEqual([cids['']])
  })

  it('silent leaves out files, not directories', async () => {
    const { events } = await added([...planets(), symlink('planets/l', 'x')], { silent: true })

    expect(events.map((event) => event.name)).toEqual(['planets'])
  })

  it('only-hash gives the same events and stores nothing', async () => {
    const hashed = await added(planets(), { onlyHash: true })

    expect(hashed.events).toEqual((await added(planets())).events)
    expect(await hashed.blockstore.totals()).toEqual({ blocks: 0, sizeBytes: 0 })
  })

  it('never stores an identity block', async () => {
    const { blockstore, root } = await added([file('x', 'hello, world!')], { cidVersion: 1, inline: true })

    expect(root).toBe('bafkqadlimvwgy3zmeb3w64tmmqqq')
    expect((await blockstore.totals()).blocks).toBe(0)
  })

  it('has stored every block of a root directory before it is announced', async () => {
    const store = memoryBlockstore()
    const adding = addContent({ blockstore: store }, sourceOf(planets()))

    let storedBefore = -1
    for (let step = await adding.next(); !step.done; step = await adding.next()) {
      if (step.value.name === 'planets') storedBefore = (await store.totals()).blocks
    }

    expect(storedBefore).toBe(3)
  })
})
