import { DomainError } from '../../errors.ts'
import { normalDomain } from '../../names/dnslink/normal-domain.ts'

/** The limit of DNS. */
const MAX_LABEL_CHARACTERS = 63

/**
 * A domain name as one label of a host name, for which one wildcard certificate does: `my.v-long.example.com` is
 * `my-v--long-example-com`. Throws `invalid-argument` for a text that is no domain name or makes too long a label.
 * Spec: subdomain gateway specification of the network, `Host`.
 */
export function domainLabel(domain: string): string {
  const label = normalDomain(domain).replaceAll('-', '--').replaceAll('.', '-')
  if (label.length <= MAX_LABEL_CHARACTERS) return label
  const message = `inlined DNSLink incompatible with DNS label length limit of ${MAX_LABEL_CHARACTERS}`
  throw new DomainError('invalid-argument', message)
}

/** The domain name before `.ipns.<gateway>`, which may be one label or the name itself. Throws `invalid-argument`. */
export function labelledDomain(label: string): string {
  if (label.includes('.')) return normalDomain(label)
  return normalDomain(label.replace(/--|-/g, (dashes) => (dashes === '-' ? '.' : '-')))
}
