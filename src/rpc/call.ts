import { DomainError } from '../errors.ts'
import type { StorageNode } from '../node.ts'
import type { AnyCommand } from './command.ts'
import { clientError, errorResponse, isUnexpected, textRefusal } from './errors.ts'
import { checkEncoding, cidPrinter, timeoutMs } from './global-options.ts'
import { goJson } from './go-json.ts'
import { type CallText, type ReadCall, readInput } from './input.ts'
import type { Route } from './registry.ts'
import { toResponse } from './reply.ts'

/** Answers one call: reads it, runs the command, and sees to it that both end when the caller leaves. */
export async function serveCall(
  node: StorageNode,
  { command, pathArgs, registry }: Route,
  request: Request,
): Promise<Response> {
  const abort = new AbortController()
  const leave = () => abort.abort(request.signal.reason)
  request.signal.addEventListener('abort', leave, { once: true })
  if (request.signal.aborted) leave()
  const leaveGauge = node.activity.enter('open-streams')
  const onClose = () => {
    request.signal.removeEventListener('abort', leave)
    leaveGauge()
    abort.abort(new DOMException('The reply is over', 'AbortError'))
  }

  let call: Call
  try {
    call = { registry, ...(await readCall(command, request, { pathArgs, signal: abort.signal })) }
  } catch (error) {
    onClose()
    return refusal(node, command, error)
  }
  try {
    if (call.limitMs !== undefined) deadline(node, call.limitMs, abort)
    const input = handlerInput(call, abort.signal)
    return await toResponse(command, run(node, command, input), {
      encoding: call.encoding,
      asText: (value) => textOf(command, value, input),
      onError: (error) => report(node, command, error),
      onClose,
      signal: request.signal,
    })
  } catch (error) {
    onClose()
    report(node, command, error)
    return errorResponse(error, { asText: call.encoding === 'text' })
  }
}

interface Call extends ReadCall, Pick<Route, 'registry'> {
  readonly encoding: 'json' | 'text'
  readonly limitMs: number | undefined
}

/** Everything of a request that a malformed call can have wrong. */
async function readCall(command: AnyCommand, request: Request, text: CallText) {
  const read = await readInput(command, request, text)
  return { ...read, encoding: checkEncoding(read.global.encoding), limitMs: timeoutMs(read.global.timeout) }
}

function handlerInput({ args, options, body, global, registry }: Call, signal: AbortSignal): object {
  const printing = { base: global['cid-base'], upgrade: global['upgrade-cidv0-in-output'] }
  return { args, options, body, registry, signal, printCid: cidPrinter(printing) }
}

/** Ends the call when its time is up; the wait itself ends with the call. */
function deadline({ ports }: StorageNode, limitMs: number, abort: AbortController): void {
  const expire = () => abort.abort(new DomainError('timeout', 'context deadline exceeded'))
  if (limitMs <= 0) expire()
  else ports.clock.sleep(limitMs, { signal: abort.signal }).then(expire, () => undefined)
}

function run(node: StorageNode, command: AnyCommand, input: object): unknown {
  if (command.needs?.includes('network') && !node.ports.network) {
    const message = "this command must be run in online mode. Try running 'ipfs daemon' first"
    throw clientError('unsupported', message)
  }
  if (!command.run) {
    throw new DomainError('unsupported', `Cannot run command "${command.path}": this build cannot do it yet`)
  }
  return command.run(node, input as never)
}

function textOf(command: AnyCommand, value: unknown, input: object): string {
  return command.text ? command.text(value as never, input as never) : `${goJson(value)}\n`
}

/** What was wrong with the request itself is text, with the status of a malformed call. */
function refusal(node: StorageNode, command: AnyCommand, error: unknown): Response {
  if (error instanceof DomainError && error.code === 'invalid-argument')
    return textRefusal(400, error.message)
  report(node, command, error)
  return errorResponse(error)
}

function report({ ports }: StorageNode, { path }: AnyCommand, error: unknown): void {
  if (isUnexpected(error))
    ports.logger.log('error', 'rpc', `Cannot answer "${path}": unexpected error`, { error })
}
