import { blockKey } from '../../../codec/cid/cid.ts'
import { DomainError } from '../../../errors.ts'
import { untilAborted } from '../../../streams/until-aborted.ts'
import { createEndedWants } from './ended-wants.ts'
import { createPeerChoice } from './peer-choice.ts'
import { createSearches } from './searches.ts'
import {
  createWant,
  isHolding,
  isUnanswered,
  isUseful,
  mayAnswer,
  type Outcome,
  type Question,
  type Want,
  type WantPeer,
} from './want.ts'
import type { Wants, WantsOptions } from './wants.ts'

const STALL_MS = 5_000
const LIMIT_MS = 60_000

/** Peers that are asked at the same time whether they have a block. */
const ASKED_AT_ONCE = 16

/** Expected bytes of all blocks that are awaited together. Further wants wait for room. */
const MAX_AWAITED_BYTES = 16 * 1024 * 1024

export function createWants(options: WantsOptions): Wants {
  const { clock, peers, findProviders, stallMs = STALL_MS, limitMs = LIMIT_MS } = options
  const wants = new Map<string, Want>()
  const parked = new Set<Want>()
  const ended = createEndedWants()
  const choice = createPeerChoice(clock)
  let awaitedBytes = 0
  let isWatching = false

  const release = (want: Want) => {
    want.awaited?.release()
    want.awaited = undefined
  }
  const end = (want: Want, outcome: Outcome, giver?: WantPeer) => {
    want.isOver = true
    release(want)
    wants.delete(want.key)
    parked.delete(want)
    for (const { peer } of want.questions.values()) {
      if (peer === giver) peer.forget(want.cid)
      else peer.cancel(want.cid)
    }
    ended.add(want.key, outcome instanceof Uint8Array)
    want.resolve(outcome)
    unpark()
  }
  const unpark = () => {
    for (const want of parked) {
      if (awaitedBytes > 0 && awaitedBytes + choice.expectedBytes > MAX_AWAITED_BYTES) return
      parked.delete(want)
      want.isParked = false
      advance(want)
    }
  }
  const ask = (want: Want, peer: WantPeer, kind: Question['kind']): Question => {
    const nowMs = clock.now()
    const question: Question = { peer, kind, askedMs: nowMs, progressMs: nowMs, state: 'open' }
    want.questions.set(peer.id, question)
    peer.want(want.cid, kind)
    return question
  }
  /** Asks for the bytes, when there is room for them. */
  const fetch = (want: Want, peer: WantPeer) => {
    const bytes = choice.expectedBytes
    if (awaitedBytes > 0 && awaitedBytes + bytes > MAX_AWAITED_BYTES) {
      want.isParked = true
      parked.add(want)
      return
    }
    const leave = choice.asked(peer)
    awaitedBytes += bytes
    const free = () => {
      leave()
      awaitedBytes -= bytes
    }
    want.awaited = { question: ask(want, peer, 'block'), release: free }
  }

  const isDelayed = ({ progressMs }: Question) => clock.now() - progressMs >= stallMs
  const giveUp = (want: Want, question: Question) => {
    question.state = question.peer.canDeny ? 'late' : 'absent'
    choice.stalled(question.peer)
    if (want.awaited?.question === question) release(want)
  }
  /** Makes the next step to find a block. */
  const advance = (want: Want): void => {
    const { awaited } = want
    if (want.isOver || want.isParked || (awaited && !isDelayed(awaited.question))) return
    const questions = [...want.questions.values()]
    const holder = choice.best(questions.filter(isHolding).map(({ peer }) => peer))
    if (holder) {
      if (awaited) giveUp(want, awaited.question)
      fetch(want, holder)
      return
    }
    const fresh = [...peers()].filter(({ id }) => !want.questions.has(id))
    const isFirst = questions.length === 0
    const useful = isFirst ? choice.best(fresh.filter(({ id }) => isUseful(want, id))) : undefined
    if (useful && !choice.isStalled(useful)) {
      fetch(want, useful)
      return
    }
    if (questions.some((question) => isUnanswered(question) && !isDelayed(question))) return
    const [first, ...others] = choice.ranked(fresh).slice(0, ASKED_AT_ONCE)
    for (const peer of others) ask(want, peer, 'have')
    if (!first) search(want)
    else if (awaited) ask(want, first, 'have')
    else fetch(want, first)
  }
  const search = (want: Want) => {
    if (want.search === 'none') {
      want.search = 'running'
      searches.begin(want)
    } else if (want.search === 'done' && ![...want.questions.values()].some(mayAnswer)) end(want, undefined)
  }
  const searches = createSearches({ findProviders, onEnd: advance })

  /** Finds peers that do not answer, and wants that take too long. One timer serves all wants. */
  const watch = async () => {
    isWatching = true
    while (wants.size > 0) {
      await clock.sleep(stallMs / 4)
      const nowMs = clock.now()
      for (const want of [...wants.values()]) check(want, nowMs)
      unpark()
    }
    isWatching = false
  }
  const check = (want: Want, nowMs: number) => {
    const { awaited } = want
    for (const question of [...want.questions.values()].filter(isUnanswered)) {
      const { peer, progressMs } = question
      const isSilent = nowMs - Math.max(progressMs, peer.activeMs) >= stallMs
      if (isSilent || nowMs - progressMs >= limitMs) giveUp(want, question)
    }
    if (want.isParked) return
    const progressMs = Math.max(want.progressMs, awaited?.question.progressMs ?? 0)
    if (nowMs - progressMs > limitMs) end(want, 'late')
    else advance(want)
  }

  /** A peer that works through its wants in order has not come to the later ones yet. */
  const noteProgress = ({ peer, askedMs }: Question) => {
    for (const want of wants.values()) {
      const later = want.questions.get(peer.id)
      if (!later || later.askedMs < askedMs || !mayAnswer(later)) continue
      later.progressMs = clock.now()
      want.progressMs = later.progressMs
    }
  }
  const answerAbsent = (want: Want, question: Question) => {
    question.state = 'absent'
    if (want.awaited?.question === question) release(want)
    advance(want)
    unpark()
  }

  return {
    async get(cid, { call, signal }) {
      signal?.throwIfAborted()
      const key = blockKey(cid)
      const want = wants.get(key) ?? createWant({ cid, key, progressMs: clock.now() })
      const isNew = !wants.has(key)
      want.calls.add(call)
      want.waiting += 1
      wants.set(key, want)
      if (isNew) advance(want)
      if (!isWatching) watch().catch(() => undefined)
      try {
        const found = await untilAborted(want.found, { signal })
        if (found !== 'late') return found
        throw new DomainError('timeout', `Cannot fetch block "${cid}": no peer sent it in time`)
      } finally {
        want.waiting -= 1
        if (want.waiting === 0 && !want.isOver) end(want, undefined)
      }
    },
    onBlock(peer, key, bytes) {
      const want = wants.get(key)
      if (!want) return ended.arrival(key)
      const question = want.questions.get(peer.id)
      if (question?.state === 'open') choice.answered(question)
      if (question) noteProgress(question)
      choice.gave(peer, bytes.byteLength)
      for (const call of want.calls) call.add(peer.id)
      end(want, bytes, peer)
      return 'wanted'
    },
    onPresence(peer, cid, isHere) {
      const want = wants.get(blockKey(cid))
      const question = want?.questions.get(peer.id)
      if (!want || !question || question.state === 'held') return
      if (question.state === 'open') choice.answered(question)
      if (!isHere) answerAbsent(want, question)
      else if (question.kind === 'have') {
        question.state = 'held'
        advance(want)
      }
    },
    onUnwanted(peer) {
      for (const want of wants.values()) {
        const { awaited } = want
        if (awaited?.question.peer !== peer) continue
        choice.stalled(peer)
        answerAbsent(want, awaited.question)
        return
      }
    },
    onConnect(peer) {
      for (const want of wants.values()) {
        if (want.awaited || want.isParked) ask(want, peer, 'have')
        else fetch(want, peer)
      }
    },
    onLeave(peer) {
      choice.forget(peer)
      for (const want of [...wants.values()]) {
        const question = want.questions.get(peer.id)
        if (!question) continue
        want.questions.delete(peer.id)
        if (want.awaited?.question === question) release(want)
        advance(want)
      }
      unpark()
    },
    list: () => [...wants.values()].map(({ cid }) => cid),
  }
}
