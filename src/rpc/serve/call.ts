import { DomainError, isDomainError } from '../../errors.ts'
import { type AddedHeaders, withHeaders } from '../../http/added-headers.ts'
import { OFFLINE_MESSAGE } from '../../net/network.ts'
import type { CoreNode } from '../../node/create.ts'
import type { AnyCommand } from '../declare/command.ts'
import { checkEncoding, checkTimeout, earlyOptions } from '../declare/global-options.ts'
import type { Route } from '../declare/registry.ts'
import { clientError, errorResponse, isUnexpected, textRefusal } from '../errors.ts'
import { goJson } from '../print/go-json.ts'
import { type CallEnd, createCallEnd } from './call-end.ts'
import { beginCall } from './call-record.ts'
import { HandlerInput, type ServedCall } from './handler-input.ts'
import { type CallText, readInput } from './input.ts'
import { toResponse } from './reply.ts'

/**
 * Serves one call: reads it, runs the command, and ends both when the client disconnects. If another process runs the
 * peer, a command that needs peers runs there. `added` are headers for every response.
 */
export async function serveCall(
  node: CoreNode,
  route: Route,
  request: Request,
  added: AddedHeaders = NO_HEADERS,
): Promise<Response> {
  if (!node.peerProcesses || !usesPeers(route.command)) return serveHere(node, route, request, added)
  try {
    const peerProcess = await node.peerProcesses.find()
    const response = peerProcess?.fetch(request)
    return response ? withHeaders(await response, added) : await serveHere(node, route, request, added)
  } catch (error) {
    return withHeaders(errorResponse(error), { ...commandHeaders(node), ...added })
  }
}

const NO_HEADERS: AddedHeaders = {}

/** Parts with state of the peer, or of its connections. */
const PEER_PARTS: AnyCommand['parts'] = ['network', 'swarm', 'exchange', 'routing', 'pubsub', 'forwarding']

function usesPeers(command: AnyCommand): boolean {
  if (command.isOfProcess) return false
  return command.needs?.includes('network') === true || usesOneOf(PEER_PARTS, command)
}

/** Parts that ask other nodes, several at a time. */
const ASKING_PARTS: AnyCommand['parts'] = ['exchange', 'routing', 'pubsub', 'forwarding']

function asksPeers(command: AnyCommand): boolean {
  return command.needs?.includes('network') === true || usesOneOf(ASKING_PARTS, command)
}

function usesOneOf(wanted: AnyCommand['parts'], { parts }: AnyCommand): boolean {
  return parts?.some((part) => wanted?.includes(part)) === true
}

async function serveHere(
  node: CoreNode,
  { command, pathArgs, registry }: Route,
  request: Request,
  added: AddedHeaders,
): Promise<Response> {
  const headers = { ...commandHeaders(node), ...added }
  const callEnd = createCallEnd(request)
  const leaveGauge = node.activity.enter('open-streams')
  let leaveHistory: (() => void) | undefined
  const close = (isIdle: boolean) => {
    leaveHistory?.()
    leaveGauge()
    callEnd.close(isIdle)
  }

  const { limitMs, asText } = earlyOptions(request)
  const endLate = limitMs === undefined ? undefined : deadline(node, limitMs, callEnd)
  let call: ServedCall
  try {
    const reading = readCall(command, request, {
      pathArgs,
      end: callEnd,
      admission: node.bodyAdmission,
    })
    call = { registry, ...(await callEnd.unlessCut(reading)) }
  } catch (error) {
    close(false)
    if (isDomainError(error, 'timeout')) return withHeaders(errorResponse(error, { asText }), headers)
    return withHeaders(refusal(node, command, error), added)
  }
  leaveHistory = beginCall(node, command, call)
  try {
    const input = new HandlerInput(node, command, call, callEnd)
    /** What is left at the end of a complete reply waits for a body, for other nodes or for the time limit. */
    const mayGoOn = () =>
      call.body?.isOpen() || limitMs !== undefined || input.isFetching() || asksPeers(command)
    const parts = partsOf(node, command)
    const loaded = parts instanceof Promise ? await callEnd.unlessCut(parts) : parts
    const answer = toResponse(command, command.run?.(loaded as never, input as never), {
      encoding: call.encoding,
      asText: (value) => textOf(command, value, input),
      onError: (error) => report(node, command, error),
      onClose: (isWhole) => close(isWhole && !mayGoOn()),
      onBytes(bytes) {
        node.activity.transfer('out', bytes)
        endLate?.()
      },
      isCrowded: node.activity.hasManyStreams,
      clientSignal: () => request.signal,
      watchUnread: call.body && node.bodyAdmission.watchUnread,
      headers,
    })
    return await raceCut(answer, callEnd)
  } catch (error) {
    close(false)
    report(node, command, error)
    return withHeaders(errorResponse(error, { asText: call.encoding === 'text' }), headers)
  }
}

/** Headers that a page may read, as in both lists of the reference. */
const EXPOSED_HEADERS = 'X-Stream-Output, X-Chunked-Output, X-Content-Length'

/** Headers of every response of a command, successful or not. Refused requests do not get them. */
function commandHeaders({ version }: CoreNode): AddedHeaders {
  return {
    'Access-Control-Allow-Headers': EXPOSED_HEADERS,
    'Access-Control-Expose-Headers': `${EXPOSED_HEADERS}, X-Stream-Error-In-Body`,
    Server: `tidepool/${version}`,
  }
}

/** Does not wait for a command that ignores its signal. A late response is cancelled. */
async function raceCut(answer: Promise<Response>, callEnd: CallEnd): Promise<Response> {
  try {
    return await callEnd.unlessCut(answer)
  } catch (error) {
    answer.then(({ body }) => body?.cancel()).catch(() => undefined)
    throw error
  }
}

/** Reads everything in which a request can be malformed. */
async function readCall(command: AnyCommand, request: Request, text: CallText) {
  const read = await readInput(command, request, text)
  checkTimeout(read.global.timeout)
  return { ...read, encoding: checkEncoding(read.global.encoding, command.encodings) }
}

/** The shortest time that a timer of a host measures. */
const SHORTEST_TIMER_MS = 1

/**
 * Ends the call when its time limit has passed. The timer ends with the call. A busy call keeps timers waiting, and would
 * send megabytes meanwhile: call the function that is returned between the pieces of a reply, to end it by the clock.
 */
function deadline({ clock }: CoreNode, limitMs: number, callEnd: CallEnd): () => void {
  const endMs = clock.now() + limitMs
  const expire = () => callEnd.cut(new DomainError('timeout', 'context deadline exceeded'))
  if (limitMs < SHORTEST_TIMER_MS) expire()
  else clock.sleep(limitMs, callEnd).then(expire, () => undefined)
  return () => {
    if (clock.now() >= endMs) expire()
  }
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

function textOf(command: AnyCommand, value: unknown, input: object): string | Uint8Array {
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
