import { parseGoDuration } from '../../codec/go-duration.ts'
import { DomainError } from '../../errors.ts'
import { requestUrl } from '../../http/request-url.ts'
import type { Shape } from './command.ts'
import { bool, text } from './wire.ts'

/** Options of every command. Spec gap: the document lists none, but clients send these. */
export const GLOBAL_OPTIONS = {
  encoding: text('The encoding type the output should be encoded with', { alias: 'enc', fallback: 'json' }),
  'stream-channels': bool('Stream channel output; accepted and without effect'),
  timeout: text('A deadline for the command, such as 300ms or 1.5h'),
  offline: bool('Run without asking the network'),
  'cid-base': text('Multibase encoding for CIDs of version 1 in output'),
  'upgrade-cidv0-in-output': bool('Print CIDs of version 0 as version 1; true when cid-base is sent'),
  api: text('Accepted and without effect'),
  config: text('Accepted and without effect', { alias: 'c' }),
  debug: bool('Accepted and without effect', { alias: 'D' }),
  help: bool('Accepted and without effect', { alias: 'h' }),
  local: bool('Deprecated synonym of offline', { alias: 'L', status: 'deprecated' }),
} satisfies Shape

/** Throws `invalid-argument` if the `timeout` option is not a duration. */
export function checkTimeout(timeout: string | undefined): void {
  if (timeout === undefined || parseGoDuration(timeout) !== undefined) return
  throw new DomainError('invalid-argument', `invalid timeout: ${timeout}`)
}

/** Options that must be known before the body is read: the time limit, and the format of errors. */
export interface EarlyOptions {
  /** Absent if none was sent. Also absent for an invalid one, which is refused later. */
  readonly limitMs: number | undefined
  readonly asText: boolean
}

const NO_EARLY_OPTIONS: EarlyOptions = { limitMs: undefined, asText: false }

export function earlyOptions(request: Request): EarlyOptions {
  const url = requestUrl(request)
  if (url.search === '') return NO_EARLY_OPTIONS
  const query = url.searchParams
  const [timeout, ...more] = query.getAll('timeout')
  return {
    limitMs: timeout === undefined || more.length > 0 ? undefined : parseGoDuration(timeout),
    asText: (query.get('encoding') ?? query.get('enc')) === 'text',
  }
}

/** Throws `invalid-argument` unless the `encoding` option is JSON, text, or one of `others`. */
export function checkEncoding(encoding: string, others: readonly string[] = []): string {
  if (encoding === 'json' || encoding === 'text' || others.includes(encoding)) return encoding
  throw new DomainError('invalid-argument', `invalid encoding: ${encoding}`)
}
