import { DomainError } from '../../errors.ts'

/** Statuses by which a rule sends the client to another address. */
export const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const

/** Statuses with which a rule serves a page of the site. */
const PAGE_STATUSES = [404, 410, 451] as const

/** 200 serves other content of the site under the requested address. */
const STATUSES = [200, ...REDIRECT_STATUSES, ...PAGE_STATUSES] as const

export type RuleStatus = (typeof STATUSES)[number]

/** One segment of the path that a rule matches. */
export type Segment = { readonly name: string } | { readonly placeholder: string }

export interface Rule {
  readonly from: readonly Segment[]
  /** The path ends in `*`, which takes all further segments, at least one. */
  readonly hasSplat: boolean
  /** An address in ASCII, with placeholders. */
  readonly to: string
  readonly status: RuleStatus
}

/** Schemes of addresses of other sites. */
const SCHEME = /^(https?|ipfs|ipns):/i

/**
 * Reads the text of a `_redirects` file. Throws `corrupt` with the number of the line and the reason for the first line
 * that is no rule. Spec: web redirects file specification, file format.
 */
export function parseRules(text: string): Rule[] {
  return text.split('\n').flatMap((line, at) => {
    const fields = line.trim().split(/\s+/)
    if (line.trim() === '' || fields[0]?.startsWith('#')) return []
    return [parseRule(fields, (reason) => unreadableRules(`line ${at + 1}: ${reason}`))]
  })
}

/** The error for a file that cannot be read. Clients look for the words in front. */
export function unreadableRules(reason: string): DomainError {
  return new DomainError('corrupt', `could not parse _redirects: ${reason}`)
}

type Fault = (reason: string) => DomainError

function parseRule([from = '', to, status, ...rest]: readonly string[], fault: Fault): Rule {
  if (to === undefined) throw fault('missing "to" path')
  if (rest.length > 0) throw fault('not of the form "from to [status]"')
  return { ...parseFrom(from, fault), to: parseTo(to, fault), status: parseStatus(status, fault) }
}

function parseFrom(from: string, fault: Fault): Pick<Rule, 'from' | 'hasSplat'> {
  if (!from.startsWith('/')) throw fault('"from" does not begin with "/"')
  if (/\*./.test(from)) throw fault('"from" has an asterisk before its end')
  assertDecodable(from, () => fault('"from" cannot be decoded'))
  const hasSplat = from.endsWith('/*')
  const segments = from
    .slice(1, hasSplat ? -2 : undefined)
    .replace(/\/$/, '')
    .split('/')
  return { hasSplat, from: hasSplat && from.length === 2 ? [] : segments.map(segmentOf) }
}

function segmentOf(text: string): Segment {
  return /^:./.test(text) ? { placeholder: text.slice(1) } : { name: decodeURIComponent(text) }
}

function parseTo(to: string, fault: Fault): string {
  if (!to.startsWith('/') && !SCHEME.test(to)) throw fault('"to" is neither a path nor an address')
  assertDecodable(to, () => fault('"to" cannot be decoded'))
  return to.replace(/[^\x20-\x7e]+/g, encodeURIComponent)
}

/** Percent-encoding must be right. Control characters are no part of an address and could end a header. */
function assertDecodable(text: string, fault: () => DomainError): void {
  const isControl = (character: string) => character < ' ' || character === '\x7f'
  if (!text.isWellFormed() || [...text].some(isControl) || !isDecodable(text)) throw fault()
}

function isDecodable(text: string): boolean {
  try {
    // The bundler drops a call whose result is not used, and with it the error that is waited for.
    return decodeURIComponent(text).length > 0
  } catch {
    return false
  }
}

function parseStatus(text: string | undefined, fault: Fault): RuleStatus {
  if (text === undefined) return 301
  if (text.endsWith('!')) throw fault(`forced redirects such as ${JSON.stringify(text)} are not supported`)
  const status = /^\d{3}$/.test(text) ? STATUSES.find((known) => known === Number(text)) : undefined
  if (status === undefined) throw fault(`status ${JSON.stringify(text.slice(0, 32))} is not supported`)
  return status
}
