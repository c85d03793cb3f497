import type { ByteBudget } from '../../../blocks/byte-budget.ts'
import { binaryString } from '../../../codec/bytes/bytes.ts'
import type { CID } from '../../../codec/cid/cid.ts'
import type { WantEntry, WantKind } from '../wire/message.ts'

/**
 * A want of a peer that is not answered yet, or whose block may still arrive. The object is one version of the want:
 * another takes its place when the peer asks for more, or when the block was stored while the answer was loaded or sent.
 */
export interface ServedWant {
  readonly cid: CID
  readonly kind: WantKind
  readonly sendDontHave: boolean
}

/** The wants of one peer from this node. */
export interface ServedWants {
  /**
   * Takes wants and cancels. Wants over the limits are left out, as in the reference: a peer asks again for what it has
   * not got, but not after an answer that the block is absent.
   */
  take(wants: readonly WantEntry[], isFull: boolean): void
  /** The next wants to answer, at most `count` of them. They wait on. */
  first(count: number): readonly ServedWant[]
  /**
   * Takes a want to answer it. It stays in the list until `done` or `wait`. False after the peer has cancelled the
   * want, or another version has taken its place.
   */
  begin(want: ServedWant): boolean
  /** False after the peer has cancelled the want, or another version has taken its place. */
  isWanted(want: ServedWant): boolean
  /** Ends a want that is answered, unless another version has taken its place. */
  done(want: ServedWant): void
  /** Remembers a want whose block is absent, unless another version has taken its place. */
  wait(want: ServedWant): void
  /** Makes a want wait for its answer again, unless another version has taken its place. */
  repeat(want: ServedWant): void
  /**
   * Answers a want anew whose block was absent, or whose answer is on its way: it may tell that the block is absent.
   * False if there is none.
   */
  retry(cid: CID): boolean
  readonly hasNext: boolean
  list(): readonly CID[]
  /** Drops all wants and takes no more, when the peer has left: a stream of it may still bring some. */
  close(): void
}

/** Limits of a list of wants. */
export interface ServedWantsOptions {
  /** Memory for the wants of all peers together that are more than each may have in any case. */
  readonly wantBudget: Pick<ByteBudget, 'tryTake'>
  /** Maximum number of wants. Default: 8,192. The reference asks for all links of a node at once. */
  readonly maxWants?: number | undefined
}

const MAX_WANTS_OF_PEER = 8192

/** Memory for wants that a peer has in any case: 1,024 of digests of 64 bytes, the longest in use. */
const OWN_BYTES = 1024 * 1024

/** Maximum memory for the wants of a peer, and how much of what it shares with others is taken at a time. */
const MAX_WANT_BYTES = 8 * 1024 * 1024
const SHARE_BYTES = 64 * 1024

export function createServedWants({
  wantBudget,
  maxWants = MAX_WANTS_OF_PEER,
}: ServedWantsOptions): ServedWants {
  const remembered = new Map<string, ServedWant>()
  /** Keys of wants without an answer, in the order of arrival. */
  const waiting = new Set<string>()
  /** Keys of wants whose blocks were absent, from the oldest. They are dropped when there are too many wants. */
  const absent = new Set<string>()
  /** Memory of all remembered wants. */
  let heldBytes = 0
  /** Each releases one share of the common memory. */
  const shares: (() => void)[] = []
  let isClosed = false

  const roomBytes = () => OWN_BYTES + shares.length * SHARE_BYTES
  const drop = (key: string) => {
    if (remembered.delete(key)) heldBytes -= costOf(key)
    waiting.delete(key)
    absent.delete(key)
    while (heldBytes <= roomBytes() - SHARE_BYTES && shares.length > 0) shares.pop()?.()
  }
  const clear = () => {
    for (const key of [...remembered.keys()]) drop(key)
  }
  const fits = (key: string): boolean => {
    if (remembered.size >= maxWants) return false
    if (heldBytes + costOf(key) <= roomBytes()) return true
    if (roomBytes() >= MAX_WANT_BYTES) return false
    const release = wantBudget.tryTake(SHARE_BYTES)
    if (!release) return false
    shares.push(release)
    return true
  }
  const makeRoom = (key: string): boolean => {
    for (const oldest of absent) {
      if (fits(key)) return true
      drop(oldest)
    }
    return fits(key)
  }
  /** A new version waits for its answer. What has become of the earlier one does not end it. */
  const answerAgain = (key: string, version: ServedWant) => {
    remembered.set(key, version)
    absent.delete(key)
    waiting.add(key)
  }
  const isCurrent = (want: ServedWant) => remembered.get(keyOf(want.cid)) === want
  return {
    take(wants, isFull) {
      if (isClosed) return
      if (isFull) clear()
      for (const want of wants) {
        const key = keyOf(want.cid)
        const known = remembered.get(key)
        if (want.isCancel) drop(key)
        else if (known) {
          const isOnItsWay = !waiting.has(key) && !absent.has(key)
          if (!isOnItsWay || asksMore(want, known)) answerAgain(key, joined(want, known))
        } else if (makeRoom(key)) {
          heldBytes += costOf(key)
          answerAgain(key, { cid: want.cid, kind: want.kind, sendDontHave: want.sendDontHave })
        }
      }
    },
    first(count) {
      const wants: ServedWant[] = []
      for (const key of waiting) {
        const want = remembered.get(key)
        if (wants.length >= count) break
        if (want) wants.push(want)
      }
      return wants
    },
    begin: (want) => isCurrent(want) && waiting.delete(keyOf(want.cid)),
    isWanted: isCurrent,
    done(want) {
      if (isCurrent(want)) drop(keyOf(want.cid))
    },
    wait(want) {
      if (isCurrent(want)) absent.add(keyOf(want.cid))
    },
    repeat(want) {
      if (isCurrent(want)) waiting.add(keyOf(want.cid))
    },
    retry(cid) {
      const key = keyOf(cid)
      const known = remembered.get(key)
      if (!known || waiting.has(key)) return false
      answerAgain(key, { ...known })
      return true
    },
    get hasNext() {
      return waiting.size > 0
    },
    list: () => [...remembered.values()].map(({ cid }) => cid),
    close() {
      isClosed = true
      clear()
    },
  }
}

/** The multihash as text. The base32 text of a block's key, made letter by letter, would take 20 times the memory. */
function keyOf({ multihash }: CID): string {
  return binaryString(multihash.bytes)
}

/** Memory of a want, as measured: its key, and its CID with two copies of the multihash. */
function costOf(key: string): number {
  return 800 + 3 * key.length
}

/** True if the answer to a known want of the same block does not answer this one. */
function asksMore(want: ServedWant, known: ServedWant): boolean {
  return (want.kind === 'block' && known.kind === 'have') || (want.sendDontHave && !known.sendDontHave)
}

/** A peer that asks whether the block is here still wants the block for which it has asked before. */
function joined(want: ServedWant, known: ServedWant): ServedWant {
  return {
    cid: want.cid,
    kind: known.kind === 'block' ? 'block' : want.kind,
    sendDontHave: want.sendDontHave || known.sendDontHave,
  }
}
