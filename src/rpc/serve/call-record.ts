import type { CalledCommand } from '../../diagnostics/call-history.ts'
import { cutText, redactText } from '../../diagnostics/redact.ts'
import type { CoreNode } from '../../node/create.ts'
import type { AnyCommand, Shape } from '../declare/command.ts'
import { GLOBAL_OPTIONS } from '../declare/global-options.ts'
import { wireMeta } from '../declare/wire.ts'

/** Limits for a recorded call: number of arguments, and characters of each. */
const MAX_ARGUMENTS = 16
const MAX_CHARACTERS = 200

interface Read {
  readonly args: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
  readonly sent: readonly string[]
  readonly encoding: string
}

/** Remembers a call. The returned function ends it, once. */
export function beginCall({ calls, clock, logger }: CoreNode, command: AnyCommand, read: Read): () => void {
  const startMs = clock.now()
  const end = calls.begin(calledCommand(command, read))
  return () => {
    end()
    logger.log('debug', 'rpc', 'Answered call', { command: command.path, durationMs: clock.now() - startMs })
  }
}

/** The parts of a call that may be shown: what was sent, without secrets. */
function calledCommand(
  { path, args: shape, options }: AnyCommand,
  { args, options: values, sent, encoding }: Read,
): CalledCommand {
  const recordedOptions: Record<string, unknown> = {}
  for (const name of sent) {
    const value = values[name]
    const schema = value === undefined ? undefined : (options[name] ?? GLOBAL_SHAPE[name])
    if (schema && value !== wireMeta(schema).fallback) recordedOptions[name] = loggedValue(value, schema)
  }
  recordedOptions['encoding'] = encoding
  const recordedArgs: unknown[] = []
  for (const [name, schema] of Object.entries(shape)) {
    const sent = [args[name] ?? []].flat().slice(0, MAX_ARGUMENTS)
    for (const value of sent) recordedArgs.push(loggedValue(value, schema))
  }
  return { command: path, args: recordedArgs.map(String).slice(0, MAX_ARGUMENTS), options: recordedOptions }
}

const GLOBAL_SHAPE: Shape = GLOBAL_OPTIONS

function loggedValue(value: unknown, schema: Shape[string]): unknown {
  if (wireMeta(schema).isSecret) return '[hidden]'
  if (Array.isArray(value)) return value.slice(0, MAX_ARGUMENTS).map((item) => loggedValue(item, schema))
  return typeof value === 'string' ? redactText(cutText(value, MAX_CHARACTERS)) : value
}
