import { DomainError } from '../../errors.ts'
import { normalDomain } from '../../names/dnslink/normal-domain.ts'

/** The limit of DNS. */
const MAX_LABEL_CHARACTERS = 63

/**
 * Encodes a domain name as one DNS label, so that one wildcard certificate covers it: `my.v-long.example.com`
 * becomes `my-v--long-example-com`. Throws `invalid-argument` for an invalid domain name, and for too long a
 * label. Spec: subdomain gateway specification of the network, `Host`.
 */
export function domainLabel(domain: string): string {
  const label = normalDomain(domain).replaceAll('-', '--').replaceAll('.', '-')
  if (label.length <= MAX_LABEL_CHARACTERS) return label
  const message = `inlined DNSLink incompatible with DNS label length limit of ${MAX_LABEL_CHARACTERS}`
  throw new DomainError('invalid-argument', message)
}

/**
 * Decodes the domain name before `.ipns.<gateway>`, which may be one label or the name itself. Throws
 * `invalid-argument`.
 */
export function labelledDomain(label: string): string {
  if (label.includes('.')) return normalDomain(label)
  return normalDomain(label.replace(/--|-/g, (dashes) => (dashes === '-' ? '.' : '-')))
}
