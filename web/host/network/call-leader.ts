import { DomainError } from '../../../src/errors.ts'
import type { PeerProcess } from '../../../src/ports/peer-process.ts'
import { createDuplex, type Duplex } from './body-window.ts'
import type { Link } from './link.ts'
import type { CallerMessage, LeaderMessage } from './messages.ts'
import { type WatchAnswersOptions, watchAnswers } from './watch-answers.ts'

/** The error of every call that is under way, or begins, when the leader has gone. */
export function leaderGone(): DomainError {
  return new DomainError(
    'unavailable',
    'Cannot go on: the tab that was connected to peers was closed; try again',
  )
}

/** The error of every call to a leader that answers nothing, and of those that begin until it does. */
function leaderSilent(): DomainError {
  return new DomainError(
    'unavailable',
    'Cannot go on: the tab that is connected to peers does not answer; close its dialogs, or the tab',
  )
}

interface OpenCall {
  receive(message: LeaderMessage): void
  fail(error: unknown): void
}

/** No call has this number: it is that of signs of life. */
const NO_CALL = 0

/**
 * The leader at the other end of a link, as its callers see it. Its calls throw `unavailable` when the leader has gone,
 * or has stopped answering. `periodMs` is that of {@link watchAnswers}.
 */
export function callLeader(
  link: Link<CallerMessage, LeaderMessage>,
  { periodMs }: Pick<WatchAnswersOptions, 'periodMs'> = {},
): PeerProcess {
  const calls = new Map<number, OpenCall>()
  let lastCall = NO_CALL
  const answers = watchAnswers({
    ask: () => link.post(NO_CALL, { kind: 'ping' }),
    hasCalls: () => calls.size > 0,
    onSilence() {
      for (const [id, call] of [...calls]) {
        link.post(id, { kind: 'abort' })
        call.fail(leaderSilent())
      }
    },
    ...(periodMs !== undefined && { periodMs }),
  })
  link.listen((call, message) => {
    answers.heard()
    calls.get(call)?.receive(message)
  })
  link.closed.addEventListener('abort', () => {
    for (const call of [...calls.values()]) call.fail(leaderGone())
  })

  /** Opens a call. It ends when `signal` aborts, or the link. */
  const open = (signal: AbortSignal | undefined, call: OpenCall) => {
    signal?.throwIfAborted()
    if (link.closed.aborted) throw leaderGone()
    answers.watch()
    if (answers.isSilent) throw leaderSilent()
    lastCall += 1
    const id = lastCall
    const abort = () => {
      link.post(id, { kind: 'abort' })
      call.fail(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
    calls.set(id, call)
    return {
      post: (message: CallerMessage) => link.post(id, message),
      close() {
        calls.delete(id)
        signal?.removeEventListener('abort', abort)
      },
    }
  }

  return {
    async fetch(request) {
      const response = Promise.withResolvers<Response>()
      const fail = (error: unknown) => {
        close()
        duplex.end(error)
        response.reject(error)
      }
      const { post, close } = open(request.signal, {
        fail,
        receive(message) {
          if (message.kind === 'response') response.resolve(responseOf(message, duplex, onRead))
          else if (message.kind === 'failed') fail(new DomainError(message.code, message.reason))
          else if (message.kind !== 'found' && message.kind !== 'pong') duplex.receive(message)
        },
      })
      const onRead = () => {
        close()
        duplex.end(undefined)
      }
      const onCancel = () => {
        post({ kind: 'abort' })
        onRead()
      }
      const duplex = createDuplex({ post, onRead, onCancel })
      const { url, method, headers, body } = request
      post({ kind: 'request', url, method, headers: [...headers], hasBody: body !== null })
      if (body) duplex.send(body)
      return response.promise
    },
    async fetchBlock(cid, { signal } = {}) {
      const found = Promise.withResolvers<boolean>()
      const call = open(signal, {
        fail: found.reject,
        receive(message) {
          if (message.kind === 'found') found.resolve(message.isStored)
          else if (message.kind === 'failed') found.reject(new DomainError(message.code, message.reason))
        },
      })
      try {
        call.post({ kind: 'want', cid: cid.bytes })
        return await found.promise
      } finally {
        call.close()
      }
    },
  }
}

function responseOf(
  { status, statusText, headers, hasBody }: Extract<LeaderMessage, { kind: 'response' }>,
  duplex: Duplex,
  onRead: () => void,
): Response {
  if (!hasBody) onRead()
  return new Response(hasBody ? duplex.incoming : null, {
    status,
    statusText,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  })
}
