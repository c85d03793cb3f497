import type { CID } from '../codec/cid/cid.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { Locks } from '../ports/locks.ts'
import { epochLock } from './lock-names.ts'

/** An add that tells what it relies on while it receives its content. */
export interface Receiving {
  /** False once the add relies on more than it tells, for example when it pins. It is never true again. */
  isReceiving(): boolean
  /** Whether the add has put this block, or is about to, or has told that it relies on it. */
  reliesOn(cid: CID): boolean
}

/** What such an add stores its blocks in. */
export interface AddStage {
  readonly blockstore: Pick<Blockstore, 'putMany'>
  /** Call it before the add relies on blocks that it does not put, such as those that it refers to. */
  readonly relyOn: (cids: readonly CID[]) => void
  /** Call it when all content is received and stored, before something else is done with it, such as a pin. */
  readonly onReceived: () => void
}

/** The adds that a collection does not wait for. */
export interface TakenAdds {
  /** Whether one of them relies on the block. */
  relyOn(cid: CID): boolean
  /** Takes no further adds. */
  end(): void
}

/** The adds of this process that tell what they rely on. */
export interface OpenAdds {
  /** Runs an add whose caller holds the lock of an epoch. Resolves when that lock may be released. */
  hold(add: HeldAdd): Promise<void>
  /**
   * Lets the adds of older epochs that are receiving join this epoch, also those that begin to hold an older one
   * later. Each of them protects its blocks from now on.
   */
  take(epoch: number): TakenAdds
}

export interface HeldAdd {
  readonly epoch: number
  readonly receiving: Receiving
  /** Resolves when the add has ended. */
  readonly ended: Promise<void>
  /** Makes the add protect each block before it relies on it. */
  readonly protect: () => void
}

export function createOpenAdds(locks: Pick<Locks, 'shared'>): OpenAdds {
  interface OpenAdd extends Omit<HeldAdd, 'epoch'> {
    epoch: number
    leave: () => void
  }
  const open = new Set<OpenAdd>()
  let taking: ((add: OpenAdd) => void) | undefined

  /** The next epoch's lock is taken before the last one's is released, so that the add always holds one. */
  const join = async (add: OpenAdd, epoch: number) => {
    const { leave } = add
    const left = Promise.withResolvers<void>()
    add.epoch = epoch
    add.leave = left.resolve
    const hold = async () => {
      leave()
      await Promise.race([add.ended, left.promise])
    }
    await locks.shared(epochLock(epoch), hold)
  }

  return {
    async hold({ epoch, receiving, ended, protect }) {
      const left = Promise.withResolvers<void>()
      const add: OpenAdd = { epoch, receiving, ended, protect, leave: left.resolve }
      open.add(add)
      void ended.then(() => open.delete(add))
      taking?.(add)
      await Promise.race([ended, left.promise])
    },
    take(epoch) {
      const taken: Receiving[] = []
      const take = (add: OpenAdd) => {
        if (add.epoch >= epoch || !add.receiving.isReceiving()) return
        taken.push(add.receiving)
        add.protect()
        // Without the lock of this epoch, the add keeps that of its own, and the collection waits for it.
        join(add, epoch).catch(() => undefined)
      }
      open.forEach(take)
      taking = take
      return {
        relyOn: (cid) => taken.some((receiving) => receiving.reliesOn(cid)),
        end() {
          taking = undefined
        },
      }
    },
  }
}
