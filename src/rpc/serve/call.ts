import { DomainError, isDomainError } from '../../errors.ts'
import { OFFLINE_MESSAGE } from '../../net/network.ts'
import type { CoreNode } from '../../node/create.ts'
import type { AnyCommand } from '../declare/command.ts'
import { checkEncoding, checkTimeout, earlyOptions } from '../declare/global-options.ts'
import type { Route } from '../declare/registry.ts'
import { clientError, errorResponse, isUnexpected, textRefusal } from '../errors.ts'
import { goJson } from '../print/go-json.ts'
import { cidPrinter } from '../print/print-cid.ts'
import { beginCall } from './call-record.ts'
import { type CallText, type ReadCall, readInput } from './input.ts'
import { toResponse } from './reply.ts'

/**
 * One error for all calls: creating one costs as much as reading a request, because of its stack, which is not
 * used.
 */
const OVER = new DOMException('The reply is over', 'AbortError')

/**
 * Serves one call: reads it, runs the command, and ends both when the client disconnects. If another process runs the
 * peer, a command that needs peers runs there.
 */
export async function serveCall(node: CoreNode, route: Route, request: Request): Promise<Response> {
  if (!node.peerProcesses || !usesPeers(route.command)) return serveHere(node, route, request)
  try {
    const peerProcess = await node.peerProcesses.find()
    return await (peerProcess?.fetch(request) ?? serveHere(node, route, request))
  } catch (error) {
    return withCommandHeaders(node, errorResponse(error))
  }
}

/** Parts with state of the peer, or of its connections. */
const PEER_PARTS: AnyCommand['parts'] = ['network', 'swarm', 'exchange', 'routing', 'pubsub', 'forwarding']

function usesPeers({ needs, parts }: AnyCommand): boolean {
  return needs?.includes('network') === true || parts?.some((part) => PEER_PARTS?.includes(part)) === true
}

async function serveHere(
  node: CoreNode,
  { command, pathArgs, registry }: Route,
  request: Request,
): Promise<Response> {
  const abort = new AbortController()
  const cut = Promise.withResolvers<never>()
  cut.promise.catch(() => undefined)
  const end = (reason: unknown) => {
    abort.abort(reason)
    cut.reject(reason)
  }
  const leave = () => end(request.signal.reason)
  request.signal.addEventListener('abort', leave, { once: true })
  if (request.signal.aborted) leave()
  const leaveGauge = node.activity.enter('open-streams')
  let leaveHistory: (() => void) | undefined
  const onClose = () => {
    leaveHistory?.()
    request.signal.removeEventListener('abort', leave)
    leaveGauge()
    abort.abort(OVER)
  }

  const { limitMs, asText } = earlyOptions(request)
  if (limitMs !== undefined) deadline(node, limitMs, { signal: abort.signal, end })
  let call: Call
  try {
    const reading = readCall(command, request, {
      pathArgs,
      signal: abort.signal,
      admission: node.bodyAdmission,
    })
    call = { registry, ...(await Promise.race([reading, cut.promise])) }
  } catch (error) {
    onClose()
    if (isDomainError(error, 'timeout')) return withCommandHeaders(node, errorResponse(error, { asText }))
    return refusal(node, command, error)
  }
  leaveHistory = beginCall(node, command, call)
  try {
    const input = handlerInput(node, command, call, abort.signal)
    const parts = partsOf(node, command)
    const loaded = parts instanceof Promise ? await Promise.race([parts, cut.promise]) : parts
    const answer = toResponse(command, command.run?.(loaded as never, input as never), {
      encoding: call.encoding,
      asText: (value) => textOf(command, value, input),
      onError: (error) => report(node, command, error),
      onClose,
      onBytes: (bytes) => node.activity.transfer('out', bytes),
      signal: request.signal,
    })
    return withCommandHeaders(node, await raceCut(answer, cut.promise))
  } catch (error) {
    onClose()
    report(node, command, error)
    return withCommandHeaders(node, errorResponse(error, { asText: call.encoding === 'text' }))
  }
}

/** Headers that a page may read, as in both lists of the reference. */
const EXPOSED_HEADERS = 'X-Stream-Output, X-Chunked-Output, X-Content-Length'

/** Adds headers to every response of a command, successful or not. Refused requests do not get them. */
function withCommandHeaders({ version }: CoreNode, response: Response): Response {
  response.headers.set('Access-Control-Allow-Headers', EXPOSED_HEADERS)
  response.headers.set('Access-Control-Expose-Headers', `${EXPOSED_HEADERS}, X-Stream-Error-In-Body`)
  response.headers.set('Server', `tidepool/${version}`)
  return response
}

/** Does not wait for a command that ignores its signal. A late response is cancelled. */
async function raceCut(answer: Promise<Response>, cut: Promise<never>): Promise<Response> {
  try {
    return await Promise.race([answer, cut])
  } catch (error) {
    answer.then(({ body }) => body?.cancel()).catch(() => undefined)
    throw error
  }
}

interface Call extends ReadCall, Pick<Route, 'registry'> {
  readonly encoding: string
}

/** Reads everything in which a request can be malformed. */
async function readCall(command: AnyCommand, request: Request, text: CallText) {
  const read = await readInput(command, request, text)
  checkTimeout(read.global.timeout)
  return { ...read, encoding: checkEncoding(read.global.encoding, command.encodings) }
}

function handlerInput(
  { sessions, names }: CoreNode,
  { keepsCidV0 }: AnyCommand,
  { args, options, body, global, registry, encoding }: Call,
  signal: AbortSignal,
): object {
  const upgrade = global['upgrade-cidv0-in-output'] ?? (keepsCidV0 ? false : undefined)
  const printing = { base: global['cid-base'], upgrade }
  const isOffline = global.offline === true || global.local === true
  const session = {
    ...sessions.open({ offline: isOffline, signal }),
    resolveName: isOffline ? localResolve(names) : names.resolve,
  }
  const printCid = cidPrinter(printing)
  return { args, options, body, registry, session, isOffline, signal, encoding, printCid }
}

/** Resolves names by what this node knows. */
function localResolve({ resolve }: CoreNode['names']): CoreNode['names']['resolve'] {
  return (name, options) => resolve(name, { ...options, isLocal: true })
}

/** Ends the call when its time limit has passed. The timer ends with the call. */
function deadline({ clock }: CoreNode, limitMs: number, { signal, end }: Deadline): void {
  const expire = () => end(new DomainError('timeout', 'context deadline exceeded'))
  if (limitMs <= 0) expire()
  else clock.sleep(limitMs, { signal }).then(expire, () => undefined)
}

interface Deadline {
  /** Aborts when the call is over. */
  readonly signal: AbortSignal
  readonly end: (reason: unknown) => void
}

/** The parts that the command uses. Throws `unsupported` for those that this host or this build does not have. */
function partsOf(node: CoreNode, command: AnyCommand): object | Promise<object> {
  return command.needs?.includes('network') ? onlinePartsOf(node, command) : carriedPartsOf(node, command)
}

async function onlinePartsOf(node: CoreNode, command: AnyCommand): Promise<object> {
  const { network } = await node.use(['network'])
  if (!network.isEnabled) throw clientError('unsupported', OFFLINE_MESSAGE)
  return carriedPartsOf(node, command)
}

const NO_PARTS: NonNullable<AnyCommand['parts']> = []

function carriedPartsOf(node: CoreNode, command: AnyCommand): object | Promise<object> {
  if (!command.run) {
    throw new DomainError('unsupported', `Cannot run command "${command.path}": this build cannot do it yet`)
  }
  return node.use(command.parts ?? NO_PARTS)
}

function textOf(command: AnyCommand, value: unknown, input: object): string {
  return command.text ? command.text(value as never, input as never) : `${goJson(value)}\n`
}

/** A malformed request gets a plain-text response with its own status. */
function refusal(node: CoreNode, command: AnyCommand, error: unknown): Response {
  if (error instanceof DomainError && error.code === 'invalid-argument')
    return textRefusal(400, error.message)
  if (isDomainError(error, 'unavailable')) return tryLater(error.message)
  report(node, command, error)
  return errorResponse(error)
}

/** The response when too many bodies wait to be read. Nothing of this one was read. */
function tryLater(message: string): Response {
  const refusal = textRefusal(503, message)
  refusal.headers.set('Retry-After', '1')
  return refusal
}

function report({ logger }: CoreNode, { path }: AnyCommand, error: unknown): void {
  if (isUnexpected(error)) logger.log('error', 'rpc', `Cannot answer "${path}": unexpected error`, { error })
}
