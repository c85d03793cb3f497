import type { Stream } from '@libp2p/interface'
import { blockKey, type CID } from '../../../codec/cid/cid.ts'
import type { Clock } from '../../../ports/clock.ts'
import { drained } from '../../drained.ts'
import { inTime } from '../in-time.ts'
import { type AnswerLoadsOptions, createAnswerLoads } from '../server/load-ahead.ts'
import { type Answers, messagesOf } from '../server/load-answers.ts'
import { encodeBitswapMessage } from '../wire/encode-message.ts'
import { type BitswapMessage, featuresOf, type WantEntry, type WantKind } from '../wire/message.ts'

/** The part of a stream that an outbox uses. */
export type OutboundStream = Pick<
  Stream,
  | 'send'
  | 'abort'
  | 'addEventListener'
  | 'removeEventListener'
  | 'status'
  | 'protocol'
  | 'writeStatus'
  | 'writeBufferLength'
>

/** Everything that is sent to one peer: one message at a time, in a stream that stays open. */
export interface Outbox {
  /** Asks for a block, or whether the peer has it. The want holds until `cancel` or `forget`. */
  want(cid: CID, kind: WantKind): void
  /** Withdraws a want. */
  cancel(cid: CID): void
  /** Drops a want that the peer has answered with the block: it has dropped it too. */
  forget(cid: CID): void
  /** Starts to send when there are new wants to answer. */
  serve(): void
  /** Sends all wants again, because answers to them may be lost: soon the first time, and later each time. */
  repeat(): void
  /**
   * Sends in a new stream from now on, because the peer has reconnected: its earlier connection may be dead without
   * a sign. What was being sent is sent again, and so are the wants.
   */
  renew(): void
  /** False for a peer that is known to support only versions without presences. */
  readonly hasPresences: boolean
  /** Sends nothing more. */
  close(): void
}

export interface OutboxOptions extends Omit<AnswerLoadsOptions, 'signal'> {
  /** Opens a stream to the peer, which must not be dialled for that. */
  readonly openStream: (signal: AbortSignal) => Promise<OutboundStream>
  readonly clock: Pick<Clock, 'sleep'>
  /** Called with each sent message of blocks. */
  readonly onSent: (answers: Answers) => void
  /** Called when the peer takes no messages, although it may still be connected. */
  readonly onFail: () => void
}

/** Time limits for opening a stream, and for a peer to take more bytes of a message. */
const OPEN_MS = 10_000
const DRAIN_MS = 10_000

/** Attempts to send before a peer counts as not participating, and the pause before the second. */
const MAX_TRIES = 3
const RETRY_MS = 200
const MAX_RETRY_MS = 10_000

export function createOutbox(options: OutboxOptions): Outbox {
  const { clock, onSent, onFail } = options
  const closed = new AbortController()
  const { signal } = closed
  const loads = createAnswerLoads({ ...options, signal })
  /** Aborts what waits for the present stream. */
  let present = new AbortController()
  /** The wants of this node that the peer should know. */
  const held = new Map<string, WantEntry>()
  /** Changes that were not sent to it yet. */
  const changes = new Map<string, WantEntry>()
  let mustRepeat = false
  let isRunning = false
  let stream: OutboundStream | undefined
  let hasPresences = true
  /** How often a stream, in either direction, has ended before its time. */
  let resets = 0

  const isIdle = () => changes.size === 0 && !mustRepeat && !loads.hasNext
  const openStream = async () => {
    const open = await inTime(options.openStream, { clock, limitMs: OPEN_MS, signal: present.signal })
    stream = open
    open.addEventListener('close', ({ error }) => {
      if (!error || stream !== open) return
      // The peer may have lost what was sent last.
      stream = undefined
      repeat()
    })
    return open
  }
  const repeat = () => {
    if (held.size === 0) return
    resets += 1
    mustRepeat = true
    start()
  }
  const send = async (message: Partial<BitswapMessage>) => {
    const open = stream?.writeStatus === 'writable' ? stream : await openStream()
    const features = featuresOf(open.protocol)
    hasPresences = features.hasPresences
    for (const chunk of encodeBitswapMessage(message, features)) open.send(chunk)
    // After each drain the stream may have taken only a part.
    while (open.writeBufferLength > 0) {
      const limits = { clock, limitMs: DRAIN_MS, signal: present.signal }
      await inTime((limit) => drained(open, { signal: limit }), limits)
    }
  }
  const sendChanges = async () => {
    if (mustRepeat && resets > 0) {
      await clock.sleep(Math.min(RETRY_MS * resets, MAX_RETRY_MS), { signal })
    }
    const wants = mustRepeat ? [...held.values()] : [...changes.values()]
    const isFull = mustRepeat
    changes.clear()
    mustRepeat = false
    await send({ wants, isFull })
  }
  const sendBlocks = async () => {
    const { answers, release } = await loads.take()
    try {
      loads.loadAhead()
      for (const message of messagesOf(answers)) await send(message)
      answers.settle()
      onSent(answers)
    } catch (error) {
      answers.repeat()
      throw error
    } finally {
      release()
    }
  }
  const close = () => {
    closed.abort(new DOMException('The peer has left', 'AbortError'))
    loads.close()
    present.abort(signal.reason)
    stream?.abort(new Error('The peer has left'))
  }
  const run = async () => {
    let failures = 0
    while (!signal.aborted && !isIdle()) {
      try {
        if (changes.size > 0 || mustRepeat) await sendChanges()
        else await sendBlocks()
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        stream?.abort(error instanceof Error ? error : new Error('Cannot send', { cause: error }))
        stream = undefined
        failures += 1
        mustRepeat = true
        if (failures === MAX_TRIES || isUnsupported(error)) {
          close()
          onFail()
          return
        }
        await clock.sleep(RETRY_MS * failures, { signal })
      }
    }
  }
  const start = () => {
    if (isRunning || signal.aborted) return
    isRunning = true
    // Changes of the same turn share a message.
    Promise.resolve()
      .then(run)
      .catch(() => undefined)
      .finally(() => {
        isRunning = false
        if (!isIdle()) start()
      })
  }
  const change = (entry: WantEntry) => {
    changes.set(blockKey(entry.cid), entry)
    start()
  }

  return {
    want(cid, kind) {
      const entry = { cid, kind, priority: 1, sendDontHave: true, isCancel: false }
      held.set(blockKey(cid), entry)
      change(entry)
    },
    cancel(cid) {
      if (!held.delete(blockKey(cid))) return
      change({ cid, kind: 'block', priority: 0, sendDontHave: false, isCancel: true })
    },
    forget(cid) {
      held.delete(blockKey(cid))
      changes.delete(blockKey(cid))
    },
    serve: start,
    repeat,
    renew() {
      const earlier = stream
      stream = undefined
      present.abort(new Error('The peer has connected anew'))
      present = new AbortController()
      earlier?.abort(new Error('The peer has connected anew'))
      if (held.size > 0) mustRepeat = true
      start()
    },
    get hasPresences() {
      return hasPresences
    },
    close,
  }
}

/** True when the peer supports no version of this protocol. */
function isUnsupported(error: unknown): boolean {
  return error instanceof Error && error.name === 'UnsupportedProtocolError'
}
