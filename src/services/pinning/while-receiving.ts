import type { ContentLock } from '../../content-lock/content-lock.ts'
import type { AddStage } from '../../content-lock/open-adds.ts'
import { createAddStage, type PutWatch } from '../../content-lock/put-watch.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import { createOwnBlocksRemoval, type RemoveOwnBlocksOptions } from '../../repo/remove-own-blocks.ts'

export interface WhileReceivingOptions extends RemoveOwnBlocksOptions {
  readonly contentLock: Pick<ContentLock, 'whileAdding'>
  readonly putWatch: Pick<PutWatch, 'begin'>
  readonly blockstore: Pick<Blockstore, 'putMany'>
}

/** What a task receives content into. */
export interface ReceivingStage extends AddStage {
  /**
   * Call it when blocks were received that nothing will keep: after the task, those that it alone has stored are removed
   * unless a pin or a live root keeps them.
   */
  readonly discard: () => void
}

/**
 * Runs a task that receives content into its stage, under the content lock. Garbage collections of this process do not
 * wait for peers and clients: until `onReceived`, they keep what the task has put, and what it tells that it relies on.
 */
export type WhileReceiving = <T>(
  task: (stage: ReceivingStage) => Promise<T>,
  options?: AbortOptions,
) => Promise<T>

export function createWhileReceiving({
  contentLock,
  putWatch,
  blockstore,
  ...removal
}: WhileReceivingOptions): WhileReceiving {
  const removeOwnBlocks = createOwnBlocksRemoval(removal)

  return async (task, { signal } = {}) => {
    const own = putWatch.begin({ discardsUnpinned: true })
    let isDiscarded = false
    const discard = () => {
      isDiscarded = true
    }
    const stage = { ...createAddStage(own, blockstore), discard }
    try {
      return await contentLock.whileAdding(() => task(stage), { receiving: own, signal })
    } finally {
      if (isDiscarded) await removeOwnBlocks(own)
      else own.end()
    }
  }
}
