import { decodeCid } from '../../../src/codec/cid/cid-bytes.ts'
import { DomainError, isDomainError } from '../../../src/errors.ts'
import type { PeerProcess } from '../../../src/ports/peer-process.ts'
import { createDuplex } from './body-window.ts'
import type { Link } from './link.ts'
import type { CallerMessage, LeaderMessage } from './messages.ts'

/** Calls of one process that run at once: as many blocks as a peer may want, which no page reaches by reading. */
const MAX_CALLS = 1_024

interface RunningCall {
  receive(message: CallerMessage): void
  abort(reason: unknown): void
}

interface Beginning {
  readonly post: (message: LeaderMessage) => void
  /** Called once, when the call is over. */
  readonly onOver: () => void
}

type RequestMessage = Extract<CallerMessage, { kind: 'request' }>

/** Answers the calls of one caller by `leader`, until the link ends, which aborts those that run. */
export function answerCalls(link: Link<LeaderMessage, CallerMessage>, leader: PeerProcess): void {
  const calls = new Map<number, RunningCall>()
  link.closed.addEventListener('abort', () => {
    for (const call of [...calls.values()]) call.abort(link.closed.reason)
  })

  const begin = (message: CallerMessage, options: Beginning): RunningCall | undefined => {
    if (message.kind === 'request') return answerRequest(leader, message, options)
    if (message.kind === 'want') return answerWant(leader, message.cid, options)
    return undefined
  }
  link.listen((id, message) => {
    if (message.kind === 'ping') return link.post(id, { kind: 'pong' })
    const running = calls.get(id)
    if (running && message.kind === 'abort')
      running.abort(new DOMException('The caller has left', 'AbortError'))
    else if (running) running.receive(message)
    else {
      const post = (answer: LeaderMessage) => link.post(id, answer)
      if (calls.size >= MAX_CALLS) {
        post(failed(new DomainError('unavailable', `Cannot begin call: ${MAX_CALLS} calls are under way`)))
        return
      }
      const call = begin(message, { post, onOver: () => calls.delete(id) })
      if (call) calls.set(id, call)
    }
  })
}

function answerWant(leader: PeerProcess, cid: Uint8Array, { post, onOver }: Beginning): RunningCall {
  const controller = new AbortController()
  const { signal } = controller
  const answer = async () => {
    try {
      post({ kind: 'found', isStored: await leader.fetchBlock(decodeCid(cid), { signal }) })
    } catch (error) {
      post(failed(error))
    }
    onOver()
  }
  void answer()
  return { receive: () => undefined, abort: (reason) => controller.abort(reason) }
}

function answerRequest(
  leader: PeerProcess,
  message: RequestMessage,
  { post, onOver }: Beginning,
): RunningCall {
  const controller = new AbortController()
  const { signal } = controller
  const end = (reason?: unknown) => {
    duplex.end(reason)
    onOver()
  }
  const duplex = createDuplex({ post, onCancel: () => undefined, onSent: end })
  const answer = async () => {
    try {
      const response = await leader.fetch(requestOf(message, { body: duplex.incoming, signal }))
      const { status, statusText, headers, body } = response
      post({ kind: 'response', status, statusText, headers: [...headers], hasBody: body !== null })
      if (body) duplex.send(body)
      else end()
    } catch (error) {
      post(failed(error))
      end(error)
    }
  }
  void answer()
  return {
    receive(more) {
      if (more.kind !== 'request' && more.kind !== 'want' && more.kind !== 'abort' && more.kind !== 'ping')
        duplex.receive(more)
    },
    abort(reason) {
      controller.abort(reason)
      end(reason)
    },
  }
}

function requestOf(
  { url, method, headers, hasBody }: RequestMessage,
  { body, signal }: { readonly body: ReadableStream<Uint8Array>; readonly signal: AbortSignal },
): Request {
  const request = new Request(ownUrl(url), {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    signal,
  })
  // Some engines refuse a stream as the body of a new request, or convert it to text.
  return hasBody ? Object.defineProperty(request, 'body', { value: body }) : request
}

/** A caller may not know its origin, which is that of the leader too. */
function ownUrl(url: string): string {
  const { pathname, search, href } = new URL(url)
  return globalThis.location ? `${location.origin}${pathname}${search}` : href
}

function failed(error: unknown): LeaderMessage {
  if (isDomainError(error)) return { kind: 'failed', code: error.code, reason: error.message }
  return { kind: 'failed', code: 'unavailable', reason: 'Cannot answer call: the tab with the peer failed' }
}
