import { describe, expect, it } from 'vitest'
import { memoryBlockstore } from '../../src/memory/memory-blockstore.ts'
import { addContent } from '../../src/unixfs/add/add.ts'
import { file, sourceOf } from '../unit/unixfs/added.ts'

function* numbered(count: number) {
  for (let at = 1; at <= count; at += 1) yield file(`big/entry-${at}`, `${at}\n`)
}

describe('addContent(), sharded directories', () => {
  it('hold 100,000 entries, with the root that another importer gives', { timeout: 120_000 }, async () => {
    const files = sourceOf(numbered(100_000))
    const adding = addContent({ blockstore: memoryBlockstore() }, files, { onlyHash: true })

    let events = 0
    let step = await adding.next()
    for (; !step.done; step = await adding.next()) events += 1

    expect(events).toBe(100_001)
    expect(step.value.map(({ cid }) => String(cid))).toEqual([
      'QmPJqyGD2sU55fqvPBu8ULQBvT7PH5U5rYSKUSuhkDmbC1',
    ])
  })
})
