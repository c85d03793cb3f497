import type { Authorization } from '../../src/access/authorizations.ts'
import { makeToken } from '../../src/access/tokens.ts'
import { seededRandom } from '../../src/memory/seeded-random.ts'
import type { AnyCommand } from '../../src/rpc/declare/command.ts'

/** The place of a node. */
export type Stance = 'loopback' | 'deployment' | 'closed' | 'service worker'

/** The `Host` that is asked for. */
export type HostKind = 'loopback name' | 'loopback address' | 'public name' | 'public address'

/** Where the call says it comes from; `allowed` is a page the owner named, `hidden` a browser that says nothing. */
export type Caller =
  | 'program'
  | 'own page'
  | 'allowed page'
  | 'foreign page'
  | 'sandboxed page'
  | 'hidden page'

export type TokenKind = 'none' | 'bad' | 'expired' | 'elsewhere' | 'right' | 'basic' | 'secrets' | 'pins'

export interface Case {
  readonly stance: Stance
  readonly host: HostKind
  readonly caller: Caller
  readonly token: TokenKind
  /** Below `/api/v0/`, as the request spells it. */
  readonly path: string
}

export const HOSTS: Readonly<Record<HostKind, string>> = {
  'loopback name': 'localhost:5001',
  'loopback address': '127.0.0.1:5001',
  'public name': 'evil.example:5001',
  'public address': '203.0.113.5:5001',
}

export const CALLERS: readonly Caller[] = [
  'program',
  'own page',
  'allowed page',
  'foreign page',
  'sandboxed page',
  'hidden page',
]

export const TOKENS: readonly TokenKind[] = [
  'none',
  'bad',
  'expired',
  'elsewhere',
  'right',
  'basic',
  'secrets',
  'pins',
]

/** Other spellings of commands that a guard must not be led by. */
const SPELLINGS = ['key%2Fexport', 'key/export/self', 'ke%79/rotate', 'key/export%2F', 'nope', 'version/x']

/** The first command of each area, and the ones that rules name; not `shutdown`, which ends the node for all cases. */
export function sampledPaths(registry: readonly AnyCommand[]): readonly string[] {
  const sampled = registry.filter(({ path }) => path !== 'shutdown')
  const areas = Map.groupBy(sampled, ({ path }) => path.split('/')[0])
  const firsts = [...areas.values()].map(([first]) => first?.path ?? '')
  return [...new Set([...firsts, 'key/export', 'key/rotate', 'version', ...SPELLINGS])]
}

const random = seededRandom(11)
const grants = {
  all: { allowedPaths: ['/api/v0'], expiresAtMs: undefined },
  old: { allowedPaths: ['/api/v0'], expiresAtMs: 0 },
  // The path begins like that of many commands and is that of none.
  elsewhere: { allowedPaths: ['/api/v0/none'], expiresAtMs: undefined },
  secrets: { allowedPaths: ['/api/v0/key/export', '/api/v0/key/rotate'], expiresAtMs: undefined },
  pins: { allowedPaths: ['/pins'], expiresAtMs: undefined },
  otherPins: { allowedPaths: ['/pins', '/api/v0/id'], expiresAtMs: undefined },
  oldPins: { allowedPaths: ['/pins'], expiresAtMs: 0 },
}
const made = await Promise.all(
  Object.entries(grants).map(([name, grant]) => makeToken({ random, name, ...grant })),
)

/** What the node under test is given. */
export const AUTHORIZATIONS: ReadonlyMap<string, Authorization> = new Map(
  made.map(({ authorization }) => [authorization.name, authorization]),
)

/** The token of one of the authorizations. */
export const tokenOf = (name: keyof typeof grants): string =>
  made.find(({ authorization }) => authorization.name === name)?.token ?? ''

const CREDENTIALS: Readonly<Record<TokenKind, string | undefined>> = {
  none: undefined,
  bad: `Bearer ${tokenOf('all').slice(0, -3)}AAA`,
  expired: `Bearer ${tokenOf('old')}`,
  elsewhere: `Bearer ${tokenOf('elsewhere')}`,
  right: `Bearer ${tokenOf('all')}`,
  basic: `Basic ${btoa(`all:${tokenOf('all')}`)}`,
  secrets: `Bearer ${tokenOf('secrets')}`,
  pins: `Bearer ${tokenOf('pins')}`,
}

/** The headers that a case sends, its `Host` aside; `own` is the origin of the node. */
export function headersOf({ caller, token }: Case, own: string): Record<string, string> {
  const credential = CREDENTIALS[token]
  return { ...CALLER_HEADERS[caller](own), ...(credential !== undefined && { Authorization: credential }) }
}

/** The origin that the owner names; a service worker has no such setting. */
export const ALLOWED_ORIGIN = 'https://app.example'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'

const CALLER_HEADERS: Readonly<Record<Caller, (own: string) => Record<string, string>>> = {
  program: () => ({ 'User-Agent': 'curl/8.5.0' }),
  'own page': (own) => ({ Origin: own, Referer: `${own}/`, 'User-Agent': BROWSER }),
  'allowed page': () => ({ Origin: ALLOWED_ORIGIN, Referer: `${ALLOWED_ORIGIN}/a?b`, 'User-Agent': BROWSER }),
  'foreign page': () => ({ Origin: 'https://evil.example', 'User-Agent': BROWSER }),
  'sandboxed page': () => ({ Origin: 'null', 'User-Agent': BROWSER }),
  'hidden page': () => ({ 'User-Agent': BROWSER }),
}

const SECRETS = ['key/export', 'key/rotate', 'key%2Fexport', 'key/export/self', 'ke%79/rotate']

/**
 * What must come of a case, written as a person would say it and not as the guard is: `served` is any answer
 * of the command or of the router, `denied` asks for a token, `forbidden` does not even do that.
 */
export function expectedOutcome({
  stance,
  host,
  caller,
  token,
  path,
}: Case): 'served' | 'denied' | 'forbidden' {
  const isSecret = SECRETS.includes(path)
  const isPage = stance === 'service worker' || caller !== 'program'
  if (stance === 'loopback' && host.startsWith('public')) return 'forbidden'
  if (caller === 'foreign page' || caller === 'sandboxed page') return 'forbidden'
  if (caller === 'allowed page' && stance === 'service worker') return 'forbidden'
  if (caller === 'hidden page' && stance !== 'service worker') return 'forbidden'
  if (isSecret && isPage) return 'forbidden'
  if (isSecret) return token === 'secrets' && stance !== 'closed' ? 'served' : 'denied'
  if (stance === 'loopback' || stance === 'service worker') return 'served'
  if (stance === 'closed' || ['none', 'bad', 'expired', 'pins'].includes(token)) return 'denied'
  if (token === 'right' || token === 'basic') return 'served'
  return path.startsWith('version') ? 'served' : 'denied'
}

/** What came of it. */
export function outcomeOf({ status, text }: { status: number; text: string }): string {
  if (status === 429 || status < 200 || status >= 503) return `status ${status}`
  if (status !== 403) return 'served'
  return text === '403 - Forbidden\n'
    ? 'forbidden'
    : /Access Denied: Please provide/.test(text)
      ? 'denied'
      : text
}
