import { blockKey, type CID } from '../../../codec/cid/cid.ts'
import type { WantEntry, WantKind } from '../wire/message.ts'

/** A want of a peer that is not answered yet, or whose block may still arrive. */
export interface ServedWant {
  readonly cid: CID
  readonly kind: WantKind
  readonly sendDontHave: boolean
}

/** The wants of one peer from this node. */
export interface ServedWants {
  /** Takes wants and cancels. Returns the wants that are refused because the list is full. */
  take(wants: readonly WantEntry[], isFull: boolean): readonly WantEntry[]
  /** The next want to answer. It stays in the list until `done` or `wait`. */
  next(): ServedWant | undefined
  /** False after the peer has cancelled the want. */
  isWanted(cid: CID): boolean
  /** Ends a want that is answered. */
  done(cid: CID): void
  /** Remembers a want whose block is absent. */
  wait(cid: CID): void
  /** Makes a want wait for its answer again. */
  repeat(cid: CID): void
  /** Makes a want whose block was absent the next to answer. False if there is none. */
  retry(cid: CID): boolean
  readonly hasNext: boolean
  list(): readonly CID[]
}

/** Limits of a list of wants. */
export interface ServedWantsOptions {
  /**
   * Maximum number of wants, of which only the CIDs are in memory. Default: 1,024. The reference asks for at most as
   * many.
   */
  readonly maxWants?: number | undefined
}

const MAX_WANTS_OF_PEER = 1024

/** Maximum length of all keys together. 1,024 keys of digests of 64 bytes, the longest in use, are shorter. */
const MAX_KEY_CHARACTERS = 128 * 1024

export function createServedWants({ maxWants = MAX_WANTS_OF_PEER }: ServedWantsOptions = {}): ServedWants {
  const remembered = new Map<string, ServedWant>()
  /** Keys of wants without an answer, in the order of arrival. */
  const waiting = new Set<string>()
  /** Keys of wants whose blocks were absent, from the oldest. They are dropped when there are too many wants. */
  const absent = new Set<string>()
  /** Length of the keys of all remembered wants. */
  let keyCharacters = 0

  const drop = (key: string) => {
    if (remembered.delete(key)) keyCharacters -= key.length
    waiting.delete(key)
    absent.delete(key)
  }
  const fits = (key: string) => remembered.size < maxWants && keyCharacters + key.length <= MAX_KEY_CHARACTERS
  const makeRoom = (key: string): boolean => {
    for (const oldest of absent) {
      if (fits(key)) return true
      drop(oldest)
    }
    return fits(key)
  }
  return {
    take(wants, isFull) {
      if (isFull) for (const key of [...remembered.keys()]) drop(key)
      const refused: WantEntry[] = []
      for (const want of wants) {
        const key = blockKey(want.cid)
        if (want.isCancel) drop(key)
        else if (remembered.has(key) || makeRoom(key)) {
          if (!remembered.has(key)) keyCharacters += key.length
          remembered.set(key, { cid: want.cid, kind: want.kind, sendDontHave: want.sendDontHave })
          absent.delete(key)
          waiting.add(key)
        } else refused.push(want)
      }
      return refused
    },
    next() {
      const [key] = waiting
      if (key === undefined) return undefined
      waiting.delete(key)
      return remembered.get(key)
    },
    isWanted: (cid) => remembered.has(blockKey(cid)),
    done: (cid) => drop(blockKey(cid)),
    wait(cid) {
      const key = blockKey(cid)
      if (remembered.has(key)) absent.add(key)
    },
    repeat(cid) {
      const key = blockKey(cid)
      if (remembered.has(key)) waiting.add(key)
    },
    retry(cid) {
      const key = blockKey(cid)
      if (!absent.delete(key)) return false
      waiting.add(key)
      return true
    },
    get hasNext() {
      return waiting.size > 0
    },
    list: () => [...remembered.values()].map(({ cid }) => cid),
  }
}
