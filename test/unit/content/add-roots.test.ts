import { describe, expect, it } from 'vitest'
import { addContent } from '../../../src/content/add.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
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

  it('merges a top-level directory that comes back, and keeps one root for it', async () => {
    const { roots, events, root } = await added([file('a/x', '1'), file('b/y', '2'), file('a/z', '3')])
    const whole = await added([file('a/x', '1'), file('a/z', '3')])

    expect(events.map((event) => event.name)).toEqual(['a/x', 'a', 'b/y', 'b', 'a/z', 'a'])
    expect(roots).toHaveLength(2)
    expect(String(roots[0])).toBe(whole.root)
    expect(root).not.toBe(whole.root)
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
