import { multibaseFor } from '../../../codec/cid/multibase.ts'
import { formatPeerId, type PeerId } from '../../../codec/cid/peer-id.ts'
import { DomainError } from '../../../errors.ts'
import { MAX_RECORD_BYTES } from '../../../names/record/name-record.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { abortWith } from '../../../streams/abort-with.ts'
import { boundedRequest, openAnswer } from '../../trustless-gateway/bounded-request.ts'
import type { RoutedPeer, Router, RouterCall } from '../routing.ts'
import { answerLines } from './answer-lines.ts'
import { readPeerRecords } from './peer-records.ts'

export interface DelegatedRouterOptions {
  /** Address of the router, with or without `/routing/v1` at its end. */
  readonly address: string
  /** Its purpose: finding peers, providers and records, or storing records. */
  readonly tasks: 'find' | 'publish'
  readonly outbound: Outbound
  /** Protocols of which an address that this host dials has one. Empty on a host that dials none. */
  readonly dials: readonly string[]
  readonly clock: Pick<Clock, 'sleep'>
}

const RECORD_TYPE = 'application/vnd.ipfs.ipns-record'

/** Peers of a DHT say nothing about protocols, so `transport-bitswap` alone would exclude them. */
const PROTOCOLS = 'unknown,transport-bitswap'

/** Of addresses: peers without any are asked for them, and names are looked up. */
const ADDRESSES = ['unknown', 'dnsaddr']

/** A record is small, and callers wait for it. */
const MAX_RECORD_MS = 20_000

/** Another node that is asked over HTTP. Spec: HTTP routing v1; filters: IPIP-484, which a router may ignore. */
export function delegatedRouter(options: DelegatedRouterOptions): Router {
  const { address, tasks, outbound, clock, dials } = options
  const base = `${address.replace(/\/+$/, '').replace(/\/routing\/v1$/, '')}/routing/v1`
  const recordOf = (name: PeerId) => new URL(`${base}/ipns/${formatPeerId(name, multibaseFor('base36'))}`)

  async function* peersAt(path: string, call: RouterCall): AsyncGenerator<RoutedPeer, void> {
    const { signal, isForDialling = false } = call
    const filter = isForDialling ? `&filter-addrs=${[...ADDRESSES, ...dials]}` : ''
    const url = new URL(`${base}/${path}?filter-protocols=${PROTOCOLS}${filter}`)
    // Ends the request with the iteration, also where the body is never read.
    const ended = new AbortController()
    const unlink = abortWith(signal, ended)
    const init = { headers: { Accept: 'application/x-ndjson, application/json;q=0.9' } }
    try {
      const response = await openAnswer(url, { outbound, signal: ended.signal, init })
      if (response.status === 404) return
      if (!response.ok) throw refused(url, response.status)
      for await (const line of answerLines(response, ended.signal)) yield* readPeerRecords(line)
    } finally {
      unlink()
      ended.abort()
    }
  }

  const finds: Pick<Router, 'findProviders' | 'findPeer' | 'get'> = {
    findProviders: (cid, call) => peersAt(`providers/${cid}`, call),
    findPeer: (peerId, call) => peersAt(`peers/${formatPeerId(peerId, multibaseFor('base36'))}`, call),
    async *get(name, { signal }) {
      const url = recordOf(name)
      const { status, headers, bytes } = await boundedRequest(url, {
        ...{ outbound, clock, signal, maxBytes: MAX_RECORD_BYTES, maxMs: MAX_RECORD_MS, maxTries: 1 },
        init: { headers: { Accept: RECORD_TYPE } },
        accepts: isRecord,
      })
      // A router without a record answers 404 or, today, 200 with a text.
      if (status === 404 || (status === 200 && !isRecord(headers))) return
      if (status !== 200) throw refused(url, status)
      yield bytes
    },
  }
  const publishes: Pick<Router, 'put'> = {
    async put(name, record, { signal }) {
      const url = recordOf(name)
      const { status } = await boundedRequest(url, {
        ...{ outbound, clock, signal, maxBytes: 0, maxMs: MAX_RECORD_MS },
        init: { method: 'PUT', headers: { 'Content-Type': RECORD_TYPE }, body: record.slice() },
        accepts: () => false,
      })
      if (status < 200 || status > 299) throw refused(url, status)
    },
  }
  return { name: new URL(base).origin, kind: 'delegated', ...(tasks === 'find' ? finds : publishes) }
}

function isRecord(headers: Headers): boolean {
  return headers.get('Content-Type')?.startsWith(RECORD_TYPE) ?? false
}

function refused({ origin, pathname }: URL, status: number): DomainError {
  return new DomainError('unavailable', `Cannot ask router "${origin}${pathname}": it answers ${status}`)
}
