import { DomainError } from '../../errors.ts'
import { requestUrl } from '../../http/request-url.ts'
import { parseGoDuration } from '../print/go-duration.ts'
import type { Shape } from './command.ts'
import { bool, text } from './wire.ts'

/** Options that every command takes. Spec gap: the document lists none; clients send these. */
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

/** Throws `invalid-argument` unless the `timeout` option, if it was sent, is a duration. */
export function checkTimeout(timeout: string | undefined): void {
  if (timeout === undefined || parseGoDuration(timeout) !== undefined) return
  throw new DomainError('invalid-argument', `invalid timeout: ${timeout}`)
}

/** What must be known of a call before its body is read: how long that may take, and what a failure looks like. */
export interface EarlyOptions {
  /** Absent where none was sent, and where what was sent is refused once the call is read. */
  readonly limitMs: number | undefined
  readonly asText: boolean
}

export function earlyOptions(request: Request): EarlyOptions {
  const query = requestUrl(request).searchParams
  const [timeout, ...more] = query.getAll('timeout')
  return {
    limitMs: timeout === undefined || more.length > 0 ? undefined : parseGoDuration(timeout),
    asText: (query.get('encoding') ?? query.get('enc')) === 'text',
  }
}

/** Throws `invalid-argument` unless the `encoding` option names one this node writes. */
export function checkEncoding(encoding: string): 'json' | 'text' {
  if (encoding === 'json' || encoding === 'text') return encoding
  throw new DomainError('invalid-argument', `invalid encoding: ${encoding}`)
}
