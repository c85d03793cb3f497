import { toBase64Url } from '../../codec/bytes/base64url.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import { boundedRequest, type RemoteOptions } from '../../net/trustless-gateway/bounded-request.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { createLane } from '../../streams/lane.ts'
import { decodeTextAnswer, encodeTextQuestion, type TextAnswer } from './dns-message.ts'

/** Asks for the TXT records of a name in ASCII. Throws `unavailable` when no resolver answers. */
export type ResolveTexts = (name: string, options?: AbortOptions) => Promise<TextAnswer>

export interface DnsOverHttpsOptions extends RemoteOptions {
  /** Addresses of resolvers, in the order in which they are asked. */
  readonly resolvers: readonly string[]
}

const MEDIA_TYPE = 'application/dns-message'

/** Maximum size of a message. */
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_MS = 5000

/** Anonymous clients may resolve names through the gateway: more queries than the first wait, and then are refused. */
const MAX_AT_ONCE = 16
const MAX_WAITING = 256

/**
 * DNS over HTTPS: the first resolver that answers counts. Spec: RFC 8484, `GET`.
 */
export function dnsOverHttps({ resolvers, outbound, clock }: DnsOverHttpsOptions): ResolveTexts {
  const full = () =>
    new DomainError('unavailable', 'Cannot resolve domain name: too many names are asked for')
  const lane = createLane({ slots: MAX_AT_ONCE, queue: { max: MAX_WAITING, full } })

  const ask = async (resolver: string, question: Uint8Array, options: AbortOptions) => {
    const url = new URL(resolver)
    url.searchParams.set('dns', toBase64Url(question))
    const { status, bytes } = await boundedRequest(url, {
      ...options,
      outbound,
      clock,
      init: { headers: { Accept: MEDIA_TYPE } },
      maxBytes: MAX_ANSWER_BYTES,
      maxMs: MAX_MS,
      maxTries: 1,
    })
    if (status === 200) return decodeTextAnswer(bytes)
    throw new DomainError('unavailable', `Cannot resolve domain name: "${url.origin}" answers ${status}`)
  }

  return async (name, { signal } = {}) => {
    const question = encodeTextQuestion(name)
    const leave = await lane.enter({ signal })
    try {
      let failure: unknown
      for (const resolver of resolvers) {
        try {
          return await ask(resolver, question, { signal })
        } catch (error) {
          signal?.throwIfAborted()
          if (!isDomainError(error)) throw error
          failure = error
        }
      }
      throw new DomainError('unavailable', 'Cannot resolve domain name: no resolver answers', {
        cause: failure,
      })
    } finally {
      leave()
    }
  }
}
