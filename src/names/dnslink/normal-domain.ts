import { DomainError } from '../../errors.ts'

/** Longest name that leaves room for a label in front of it. */
const MAX_CHARACTERS = 253 - '_dnslink.'.length

/** Characters that would end the host of a URL, or be decoded in it. */
const NO_NAME = /[\s/?#@:\\[\]%]/

/**
 * A domain name as resolvers know it: in lower case and ASCII, without the dot at its end. Throws `invalid-argument` for
 * what is no domain name, such as an address in digits. Spec: RFC 1035, section 2.3; URL standard, domain to ASCII.
 */
export function normalDomain(text: string): string {
  const isShort = text.length <= MAX_CHARACTERS
  const url = isShort && !NO_NAME.test(text) ? URL.parse(`http://${text}/`) : null
  const domain = url?.hostname.replace(/\.$/, '') ?? ''
  if (/^([a-z0-9_-]{1,63}\.)+[a-z0-9_-]{1,63}$/.test(domain) && !/\.\d+$/.test(domain)) return domain
  throw new DomainError('invalid-argument', `not a valid domain name: ${JSON.stringify(text.slice(0, 253))}`)
}
