import { expect, it } from 'vitest'
import { createContentLock } from '../../../src/content-lock/content-lock.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { memoryLocks } from '../../../src/memory/memory-locks.ts'
import { rawBlock } from '../../contracts/blocks.ts'
import { handClock } from '../hand-clock.ts'

it('a removal that waits for an add of another process holds up new adds for a second at most', async () => {
  const [locks, datastore, clock] = [memoryLocks(), memoryDatastore(), handClock()]
  const process = () => createContentLock({ locks, datastore, clock })
  const [adding, removing, other] = [process(), process(), process()]
  const { cid } = await rawBlock(Uint8Array.of(1))
  const received = Promise.withResolvers<void>()
  const steps: string[] = []
  const slow = adding.whileAdding(async () => {
    await received.promise
    steps.push('slow add')
  })
  await turn()
  const removal = removing.removing(({ unlessReliedOn }) =>
    unlessReliedOn(cid, async () => void steps.push('removal')),
  )
  await turn()

  const added = other.whileAdding(async () => void steps.push('new add'))
  await clock.move(1_000)
  await turn()

  expect(steps).toEqual(['new add'])
  received.resolve()
  await Promise.all([slow, removal, added])
  expect(steps).toEqual(['new add', 'slow add', 'removal'])
})

/** Lets all promises settle that need no time. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}
