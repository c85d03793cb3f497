import { describe, expect, it } from 'vitest'
import { createPutWatch } from '../../../src/content-lock/put-watch.ts'
import { createActivity } from '../../../src/diagnostics/activity.ts'
import { createOwnBlocksRemoval } from '../../../src/repo/remove-own-blocks.ts'
import { memoryNode } from '../memory-ports.ts'
import { garbage } from './beside.ts'

describe('the removal of the blocks of adds that have ended', () => {
  it('is one for all adds that end while another runs', async () => {
    const node = await memoryNode()
    const goOn = Promise.withResolvers<void>()
    let collections = 0
    const repo = {
      async *collect(options: Parameters<typeof node.repo.collect>[0]) {
        collections += 1
        await goOn.promise
        yield* node.repo.collect(options)
      },
    }
    const watch = createPutWatch()
    const store = watch.watched(node.blockstore)
    const blocks = (await garbage(5)).flatMap((tree) => tree.blocks)
    const remove = createOwnBlocksRemoval({ repo, activity: createActivity(), clock: node.clock })

    const removals = []
    for (const block of blocks) {
      const own = watch.begin()
      await store.putMany([block], { onAdded: own.onAdded })
      removals.push(remove(own))
    }
    goOn.resolve()
    await Promise.all(removals)

    expect(collections).toBe(2)
    expect(await Promise.all(blocks.map(({ cid }) => node.blockstore.has(cid)))).not.toContain(true)
  })
})
