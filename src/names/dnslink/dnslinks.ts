import { attempt, DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import { sharedLoad } from '../../state/shared-load.ts'
import { parsePath } from '../../unixfs/dag/parse-path.ts'
import type { DomainNames } from '../domain-names.ts'
import type { ResolveTexts } from './dns-over-https.ts'
import { normalDomain } from './normal-domain.ts'

export interface DnslinkOptions {
  readonly resolveTexts: ResolveTexts
  readonly clock: Pick<Clock, 'now'>
}

/** The link of a domain, until it expires. */
interface Finding {
  /** Content paths; one where all is right. */
  readonly links: readonly string[]
  readonly endMs: number
}

const MAX_FINDINGS = 1024

/** A record may say that it holds for years. */
const MAX_FOUND_MS = 24 * 60 * 60 * 1000

/** How long a domain without a link is not asked for again. */
const NOTHING_FOUND_MS = 30_000

/**
 * The DNSLinks of domains: the one TXT record at `_dnslink.<domain>` that begins with `dnslink=` and continues with a
 * content path. What a resolver has answered is kept in memory as long as its records allow, at most a day.
 * Spec: DNSLink, `_dnslink` subdomain; the reference refuses a domain with several links.
 */
export function createDnslinks({ resolveTexts, clock }: DnslinkOptions): DomainNames {
  const findings = new Map<string, Finding>()
  const lookups = new Map<string, (options: AbortOptions) => Promise<Finding>>()

  const keep = (domain: string, finding: Finding) => {
    findings.delete(domain)
    findings.set(domain, finding)
    const [oldest] = findings.keys()
    if (findings.size > MAX_FINDINGS && oldest !== undefined) findings.delete(oldest)
    return finding
  }
  const lookUp = async (domain: string, options: AbortOptions): Promise<Finding> => {
    const { texts, ttlSeconds } = await resolveTexts(`_dnslink.${domain}`, options)
    const links = texts.flatMap((text) => linkIn(text) ?? [])
    const heldMs = links.length === 0 ? NOTHING_FOUND_MS : Math.min(ttlSeconds * 1000, MAX_FOUND_MS)
    return keep(domain, { links, endMs: clock.now() + heldMs })
  }
  /** One query for all callers that wait for the same domain. */
  const lookUpOnce = async (domain: string, options: AbortOptions): Promise<Finding> => {
    const lookup = lookups.get(domain) ?? sharedLoad((shared) => lookUp(domain, shared))
    lookups.set(domain, lookup)
    try {
      return await lookup(options)
    } finally {
      lookups.delete(domain)
    }
  }

  return {
    async resolve(text, options = {}) {
      const domain = normalDomain(text)
      const known = findings.get(domain)
      const isFresh = known !== undefined && known.endMs > clock.now()
      const { links, endMs } = isFresh ? known : await lookUpOnce(domain, options)
      const [path, ...others] = links
      if (path === undefined) throw new DomainError('not-found', nothingFound(domain))
      if (others.length > 0) throw new DomainError('corrupt', severalFound(domain))
      return { path, ttlMs: Math.max(0, endMs - clock.now()) }
    },
  }
}

/** The content path in a record; `undefined` for a record of another kind. */
function linkIn(text: string): string | undefined {
  const [, value] = /^dnslink=(.+)$/s.exec(text) ?? []
  const parsed = value === undefined ? undefined : attempt(() => parsePath(value))
  if (parsed === undefined || parsed.namespace === 'ipld') return undefined
  return ['', parsed.namespace, parsed.rootText, ...parsed.names].join('/')
}

function nothingFound(domain: string): string {
  return `could not resolve name: "${domain}" is missing a DNSLink record (https://docs.ipfs.tech/concepts/dnslink/)`
}

function severalFound(domain: string): string {
  return `could not resolve name: "${domain}" has more than one DNSLink record`
}
