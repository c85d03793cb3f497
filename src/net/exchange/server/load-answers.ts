import type { PublicBlocks } from '../../../blocks/public.ts'
import type { CID } from '../../../codec/cid/cid.ts'
import { prefixOfCid } from '../../../codec/cid/cid-prefix.ts'
import { MAX_BLOCK_BYTES } from '../../../codec/dag-pb/dag-pb.ts'
import { isDomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Blockstore } from '../../../ports/blockstore.ts'
import type { BitswapMessage, Presence, WireBlock } from '../wire/message.ts'
import type { ServedWant, ServedWants } from './served-wants.ts'

/** Answers to some wants of one peer, for one message. */
export interface Answers {
  readonly blocks: readonly WireBlock[]
  readonly presences: readonly Presence[]
  readonly blockBytes: number
  /** Ends the answered wants, after they were sent. */
  settle(): void
  /** Makes the wants wait again, when they could not be sent. */
  repeat(): void
}

/** What answers are read from. */
export interface AnswerSources {
  /** Reads the blocks that peers may have. */
  readonly blocks: Pick<PublicBlocks, 'get'>
  /** Tells how large blocks are before they are read. */
  readonly blockstore: Pick<Blockstore, 'stat'>
}

/**
 * Maximum size of the blocks of one load, unless a single block is larger: two leaves of the usual size in their
 * envelopes. One load is in memory for each message that is sent.
 */
export const LOAD_BYTES = 528 * 1024

/** Wants that are answered by one message, and the most that are read concurrently. */
const MAX_ANSWERS = 256
const MAX_READS = 16

/** Maximum size of the blocks in memory during a load: to send, and those that are read to see whether they are hidden. */
const MAX_READ_BYTES = MAX_BLOCK_BYTES

/** A block up to this size is sent at once to a peer that only asks whether it is here. As in the reference. */
const SENT_AT_ONCE_BYTES = 1024

/** Largest message of several blocks. The receiver's limit is 4 MiB. */
const MAX_JOINED_BYTES = 3 * 1024 * 1024

/**
 * Reads the next blocks that a peer wants, up to {@link LOAD_BYTES} of them, or one that is larger. A block that is
 * absent, corrupt or hidden is reported to a peer that asked for such answers, and its want is kept. If the store
 * fails, it throws, and the wants wait again.
 */
export async function loadAnswers(
  served: ServedWants,
  { blocks: source, blockstore, ...options }: AbortOptions & AnswerSources,
): Promise<Answers> {
  const blocks: WireBlock[] = []
  const presences: Presence[] = []
  const begun: ServedWant[] = []
  const taken: { readonly want: ServedWant; readonly isAbsent: boolean }[] = []
  let blockBytes = 0
  const answer = (want: ServedWant, bytes: Uint8Array | undefined) => {
    if (!served.isWanted(want)) return
    const { cid, sendDontHave } = want
    taken.push({ want, isAbsent: bytes === undefined })
    if (bytes === undefined) {
      if (sendDontHave) presences.push({ cid, isHeld: false })
    } else if (isSent(want, bytes.byteLength)) {
      blocks.push({ prefix: prefixOfCid(cid), data: bytes })
      blockBytes += bytes.byteLength
    } else {
      presences.push({ cid, isHeld: true })
    }
  }
  const repeat = () => {
    for (const want of begun) served.repeat(want)
  }

  let isFull = false
  try {
    while (served.hasNext && !isFull && begun.length < MAX_ANSWERS) {
      const next = served.first(MAX_READS)
      const sizes = await Promise.all(next.map(({ cid }) => sizeOf(blockstore, cid, options)))
      const fitting = beginFitting(served, { next, sizes, blockBytes })
      begun.push(...fitting.wants)
      isFull = fitting.isFull
      const loaded = await Promise.all(
        fitting.wants.map(({ cid }) => orAbsent(() => source.get(cid, options), options)),
      )
      for (const [at, want] of fitting.wants.entries()) answer(want, loaded[at])
    }
  } catch (error) {
    repeat()
    throw error
  }
  return {
    blocks,
    presences,
    blockBytes,
    settle() {
      for (const { want, isAbsent } of taken) {
        if (isAbsent) served.wait(want)
        else served.done(want)
      }
    },
    repeat,
  }
}

/** Blocks that are too many for one message get one each. */
export function messagesOf({ blocks, presences, blockBytes }: Answers): readonly Partial<BitswapMessage>[] {
  if (blockBytes <= MAX_JOINED_BYTES) return [{ blocks, presences }]
  return [{ presences }, ...blocks.map((block) => ({ blocks: [block] }))]
}

/** True if a held block of this size is sent as the answer to a want, instead of word that it is here. */
function isSent({ kind }: ServedWant, sizeBytes: number): boolean {
  return kind === 'block' || sizeBytes <= SENT_AT_ONCE_BYTES
}

/** Begins the next wants in order, as long as their blocks fit beside those that are loaded. A first one always fits. */
function beginFitting(
  served: ServedWants,
  {
    next,
    sizes,
    blockBytes,
  }: {
    readonly next: readonly ServedWant[]
    readonly sizes: readonly number[]
    readonly blockBytes: number
  },
): { readonly wants: readonly ServedWant[]; readonly isFull: boolean } {
  const wants: ServedWant[] = []
  let sentBytes = blockBytes
  let readBytes = blockBytes
  for (const [at, want] of next.entries()) {
    const sizeBytes = sizes[at] ?? 0
    const addedBytes = isSent(want, sizeBytes) ? sizeBytes : 0
    const fits = sentBytes + addedBytes <= LOAD_BYTES && readBytes + sizeBytes <= MAX_READ_BYTES
    if (!fits && readBytes > 0) return { wants, isFull: true }
    // The peer may have cancelled it meanwhile.
    if (!served.begin(want)) continue
    wants.push(want)
    sentBytes += addedBytes
    readBytes += sizeBytes
  }
  return { wants, isFull: false }
}

/** The size of a block, and 0 where it is unknown. */
async function sizeOf(
  blockstore: AnswerSources['blockstore'],
  cid: CID,
  options: AbortOptions,
): Promise<number> {
  const stat = await orAbsent(() => blockstore.stat(cid, options), options)
  return stat?.sizeBytes ?? 0
}

/** The result, and `undefined` for a block that is corrupt or cannot be read. */
async function orAbsent<T>(
  read: () => Promise<T | undefined>,
  { signal }: AbortOptions,
): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    signal?.throwIfAborted()
    if (isDomainError(error)) return undefined
    throw error
  }
}
