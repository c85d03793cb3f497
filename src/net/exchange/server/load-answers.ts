import type { PublicBlocks } from '../../../blocks/public.ts'
import type { CID } from '../../../codec/cid/cid.ts'
import { prefixOfCid } from '../../../codec/cid/cid-prefix.ts'
import { isDomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
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

/** Blocks are loaded until they have this size. One load is in memory for each message that is sent. */
export const LOAD_BYTES = 512 * 1024

/** Wants that are answered by one message, and the most that are read concurrently. */
const MAX_ANSWERS = 256
const MAX_READS = 16

/** A block up to this size is sent at once to a peer that only asks whether it is here. As in the reference. */
const SENT_AT_ONCE_BYTES = 1024

/** Largest message of several blocks. The receiver's limit is 4 MiB. */
const MAX_JOINED_BYTES = 3 * 1024 * 1024

/**
 * Reads the next blocks that a peer wants, about {@link LOAD_BYTES} of them. A block that is absent, corrupt or
 * hidden is reported to a peer that asked for such answers, and its want is kept. If the store fails, it throws,
 * and the wants wait again.
 */
export async function loadAnswers(
  served: ServedWants,
  { blocks: source, ...options }: AbortOptions & { readonly blocks: Pick<PublicBlocks, 'get'> },
): Promise<Answers> {
  const blocks: WireBlock[] = []
  const presences: Presence[] = []
  const taken: { readonly want: ServedWant; readonly isAbsent: boolean }[] = []
  let blockBytes = 0
  const answer = (want: ServedWant, bytes: Uint8Array | undefined) => {
    if (!served.isWanted(want)) return
    const { cid, kind, sendDontHave } = want
    taken.push({ want, isAbsent: bytes === undefined })
    if (bytes === undefined) {
      if (sendDontHave) presences.push({ cid, isHeld: false })
    } else if (kind === 'have' && bytes.byteLength > SENT_AT_ONCE_BYTES) {
      presences.push({ cid, isHeld: true })
    } else {
      blocks.push({ prefix: prefixOfCid(cid), data: bytes })
      blockBytes += bytes.byteLength
    }
  }

  // Sizes are unknown before the first reads, so these are few: two of the largest blocks fit one message.
  let reads = 2
  let answered = 0
  while (served.hasNext && blockBytes < LOAD_BYTES && answered < MAX_ANSWERS) {
    const wants = takeNext(served, reads)
    const loaded = await Promise.all(wants.map(({ cid }) => readOrAbsent(source, cid, options))).catch(
      (error: unknown) => {
        for (const want of [...wants, ...taken.map((one) => one.want)]) served.repeat(want)
        throw error
      },
    )
    for (const [at, want] of wants.entries()) answer(want, loaded[at])
    answered += wants.length
    const averageBytes = blockBytes / Math.max(1, answered)
    reads = Math.max(
      1,
      Math.min(MAX_READS, Math.floor((LOAD_BYTES - blockBytes) / Math.max(averageBytes, 1))),
    )
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
    repeat() {
      for (const { want } of taken) served.repeat(want)
    },
  }
}

/** Blocks that are too many for one message get one each. */
export function messagesOf({ blocks, presences, blockBytes }: Answers): readonly Partial<BitswapMessage>[] {
  if (blockBytes <= MAX_JOINED_BYTES) return [{ blocks, presences }]
  return [{ presences }, ...blocks.map((block) => ({ blocks: [block] }))]
}

function takeNext(served: ServedWants, count: number): ServedWant[] {
  const wants: ServedWant[] = []
  for (let want = served.next(); want; want = wants.length < count ? served.next() : undefined)
    wants.push(want)
  return wants
}

async function readOrAbsent(
  source: Pick<PublicBlocks, 'get'>,
  cid: CID,
  options: AbortOptions,
): Promise<Uint8Array | undefined> {
  try {
    return await source.get(cid, options)
  } catch (error) {
    options.signal?.throwIfAborted()
    if (isDomainError(error)) return undefined
    throw error
  }
}
