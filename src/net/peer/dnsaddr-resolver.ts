import type { MultiaddrResolver } from '@libp2p/interface'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { AbortOptions } from '../../ports/abort.ts'
import { attemptAddress } from '../attempt-address.ts'

/** Asks for the TXT records of a domain. */
export type AskForTexts = (
  name: string,
  options: AbortOptions,
) => Promise<{ readonly texts: readonly string[] }>

/** Bounds for one address: records may lead to other domains, and each to many addresses. */
const MAX_DEPTH = 4
const MAX_QUESTIONS = 16
const MAX_ADDRESSES = 32

const PREFIX = 'dnsaddr='

/**
 * Resolves addresses such as `/dnsaddr/node.example.org/p2p/<id>` by the resolvers that the owner names. Where an address
 * names a peer, only addresses of that peer count. Spec: libp2p addressing, `dnsaddr`.
 */
export function dnsaddrResolver(askForTexts: AskForTexts): MultiaddrResolver {
  return {
    canResolve: (address) => domainIn(address) !== undefined,
    async resolve(address, { signal }) {
      const found: Multiaddr[] = []
      const asked = new Set<string>()
      let level = [address]
      for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
        const next: Multiaddr[] = []
        for (const one of level) {
          const domain = domainIn(one)
          if (domain === undefined) found.push(one)
          else if (!asked.has(`${one}`) && asked.size < MAX_QUESTIONS) {
            asked.add(`${one}`)
            const { texts } = await askForTexts(`_dnsaddr.${domain}`, { signal })
            next.push(...texts.flatMap((text) => addressIn(text, one) ?? []))
          }
        }
        level = next.slice(0, MAX_ADDRESSES)
      }
      return [...found, ...level.filter((one) => domainIn(one) === undefined)].slice(0, MAX_ADDRESSES)
    },
  }
}

function domainIn(address: Multiaddr): string | undefined {
  const [first] = address.getComponents()
  return first?.name === 'dnsaddr' ? first.value : undefined
}

function peerIn(address: Multiaddr): string | undefined {
  return address.getComponents().findLast(({ name }) => name === 'p2p')?.value
}

/** The address in a record. `undefined` for another record, and for an address of another peer. */
function addressIn(text: string, asked: Multiaddr): Multiaddr | undefined {
  if (!text.startsWith(PREFIX)) return undefined
  const address = attemptAddress(text.slice(PREFIX.length))
  const peer = peerIn(asked)
  return address && (peer === undefined || peerIn(address) === peer) ? address : undefined
}
