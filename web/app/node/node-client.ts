import { type Call, createClient } from '../../../src/rpc/client.ts'
import { type ChosenNode, NODE_HEADER } from '../../host/node-choice.ts'
import { nodeInControl } from '../node-control.ts'

const unanswered = new EventTarget()

/** Calls `listener` whenever a request got no answer, unless its caller has aborted it. */
export function onNoAnswer(listener: () => void): void {
  unanswered.addEventListener('request', listener)
}

interface SendOptions {
  /** Called with the number of bytes of the body that were sent so far. The response is then there as a whole. */
  readonly onSent?: ((bytes: number) => void) | undefined
}

/**
 * Sends a request to a node, with what gives access to it. `path` begins with the path of a surface, such as
 * `/cal/events/v1/events`. Credentials are sent to the API and the calendar alone, never with requests for content.
 * Throws the errors of `fetch` and, for the node in this browser, of {@link nodeInControl}.
 */
export async function fetchFrom(
  node: ChosenNode,
  path: string,
  { onSent, ...init }: RequestInit & SendOptions = {},
): Promise<Response> {
  const headers = new Headers(init.headers)
  if (node.kind === 'browser') await nodeInControl()
  else {
    const authorization = authorizationFor(node, path)
    if (authorization) headers.set('Authorization', authorization)
  }
  if (node.kind !== 'other') headers.set(NODE_HEADER, node.kind)
  const url = node.kind === 'other' ? node.url + path : path
  const elsewhere = { credentials: 'omit', referrerPolicy: 'origin' } as const
  try {
    if (!onSent) return await fetch(url, { ...init, headers, ...(node.kind === 'other' && elsewhere) })
    const { watchedSend } = await import('./watched-send.ts')
    return await watchedSend(url, { ...init, headers }, onSent)
  } catch (error) {
    if (!init.signal?.aborted) unanswered.dispatchEvent(new Event('request'))
    throw error
  }
}

/** The typed client of a node. */
export function callOn(node: ChosenNode, { onSent }: SendOptions = {}): Call {
  return createClient({
    // Engines stream uploads to a worker, and to servers only over HTTP/2.
    canStream: node.kind === 'browser' && canStreamToWorker(),
    fetch: (path, init) => fetchFrom(node, path, { ...init, onSent }),
  })
}

function authorizationFor(node: Exclude<ChosenNode, { kind: 'browser' }>, path: string): string | undefined {
  if (path.startsWith('/api/v0/')) return node.token && `Bearer ${node.token}`
  if (path.startsWith('/cal/events/v1/')) return node.calendarUser && `Basic ${base64(node.calendarUser)}`
  return undefined
}

/** Of the text in UTF-8. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/**
 * Detects streaming request bodies: an engine that supports them reads `duplex` and does not convert the stream
 * to text.
 */
function canStreamToWorker(): boolean {
  let isAsked = false
  const init = {
    method: 'POST',
    body: new ReadableStream(),
    get duplex() {
      isAsked = true
      return 'half'
    },
  }
  try {
    return !new Request('/', init).headers.has('Content-Type') && isAsked
  } catch {
    return false
  }
}
