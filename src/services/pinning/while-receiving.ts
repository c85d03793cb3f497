import type { ContentLock } from '../../content-lock/content-lock.ts'
import type { AddStage } from '../../content-lock/open-adds.ts'
import { createAddStage, type PutWatch } from '../../content-lock/put-watch.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Blockstore } from '../../ports/blockstore.ts'

export interface WhileReceivingOptions {
  readonly contentLock: Pick<ContentLock, 'whileAdding'>
  readonly putWatch: Pick<PutWatch, 'begin'>
  readonly blockstore: Pick<Blockstore, 'putMany'>
}

/**
 * Runs a task that receives content into its stage, under the content lock. Garbage collections of this process do not
 * wait for peers and clients: until `onReceived`, they keep what the task has put, and what it tells that it relies on.
 */
export type WhileReceiving = <T>(task: (stage: AddStage) => Promise<T>, options?: AbortOptions) => Promise<T>

export function createWhileReceiving({
  contentLock,
  putWatch,
  blockstore,
}: WhileReceivingOptions): WhileReceiving {
  return async (task, { signal } = {}) => {
    const own = putWatch.begin()
    const stage = createAddStage(own, blockstore)
    try {
      return await contentLock.whileAdding(() => task(stage), { receiving: own, signal })
    } finally {
      own.end()
    }
  }
}
