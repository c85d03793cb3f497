import { parseCid } from '../../codec/cid/cid.ts'
import { type PeerId, parsePeerId } from '../../codec/cid/peer-id.ts'
import { attempt, DomainError, isDomainError } from '../../errors.ts'
import { type Context, createRoutes, type Routes } from '../../http/routes.ts'
import type { CoreNode } from '../../node/create.ts'
import { loadOnce } from '../../state/load-once.ts'
import { createLane } from '../../streams/lane.ts'
import { plainAnswer } from './responses.ts'
import { createRoutingServer } from './routing-server.ts'
import { type ServePeersOptions, servePeers } from './serve-peers.ts'
import { serveRecord, storeRecord } from './serve-records.ts'

export interface RoutingRouteOptions {
  /** True where anonymous clients may ask. Otherwise every path is 404, as if there were no such service. */
  readonly isOpen: boolean
}

/** Searches that run at the same time, each of which may hold streams to peers. Others wait, and then are refused. */
const MAX_SEARCHES = 32
const MAX_WAITING = 128

/**
 * Delegated routing for others, to be mounted at `/routing/v1`: what this node holds, the peers that it knows, and name
 * records. Spec: HTTP routing v1.
 */
export function routingRoutes(node: CoreNode, { isOpen }: RoutingRouteOptions): Routes {
  const app = createRoutes()
  if (!isOpen) {
    app.all('/*', () => plainAnswer(404, '404 page not found\n'))
    return app
  }
  const { clock, logger } = node
  const load = loadOnce(async () => createRoutingServer({ ...node, ...(await node.use(['network'])) }))
  const full = () => new DomainError('unavailable', 'too many searches are under way: try again')
  const lane = createLane({ slots: MAX_SEARCHES, queue: { max: MAX_WAITING, full } })
  const onError = (error: unknown) => {
    if (!isDomainError(error)) logger.log('error', 'routing', 'Cannot answer a search', { error })
  }
  /** Occupies a slot until the search has ended. */
  async function* bounded<T>(signal: AbortSignal, search: () => Promise<AsyncIterable<T>>) {
    const leave = await lane.enter({ signal })
    try {
      yield* await search()
    } finally {
      leave()
    }
  }
  const peers = (c: Context, list: ServePeersOptions['list'], find: ServePeersOptions['find']) =>
    servePeers(c.req.raw, { list, clock, onError, find })
  const records = {
    clock,
    find: async (name: PeerId, options: { readonly signal?: AbortSignal | undefined }) => {
      const leave = await lane.enter(options)
      try {
        return await (await load()).findRecord(name, options)
      } finally {
        leave()
      }
    },
    store: async (...stored: Parameters<Awaited<ReturnType<typeof load>>['storeRecord']>) =>
      (await load()).storeRecord(...stored),
  }

  // A GET without its body would be a search for nobody. As the reference answers.
  app.use('/*', (c, next) => (c.req.method === 'HEAD' ? Promise.resolve(plainAnswer(405)) : next()))
  app.get('/providers/:cid', (c) => {
    const cid = parsed('unable to parse CID', () => parseCid(c.req.param('cid')))
    return peers(c, 'Providers', (signal) =>
      bounded(signal, async () => (await load()).findProviders(cid, { signal })),
    )
  })
  app.get('/peers/:id', (c) => {
    const text = c.req.param('id')
    const peerId = parsed(`unable to parse PeerID ${JSON.stringify(text.slice(0, 100))}`, () =>
      peerIdOf(text),
    )
    return peers(c, 'Peers', (signal) =>
      bounded(signal, async () => (await load()).findPeer(peerId, { signal })),
    )
  })
  app.get('/ipns/:name', (c) => serveRecord(records, c.req.raw, nameOf(c)))
  app.put('/ipns/:name', (c) => storeRecord(records, c.req.raw, nameOf(c)))
  app.options('/*', () => plainAnswer(204))
  for (const path of ['/providers/:cid', '/peers/:id', '/ipns/:name']) app.all(path, () => plainAnswer(405))
  app.all('/*', () => plainAnswer(404, '404 page not found\n'))
  app.onError((error) => {
    if (isDomainError(error, 'invalid-argument')) return plainAnswer(400, error.message)
    if (isDomainError(error, 'unavailable')) return plainAnswer(503, error.message)
    onError(error)
    return plainAnswer(500, isDomainError(error) ? `delegate error: ${error.message}` : 'internal error')
  })
  return app
}

function nameOf(c: Context): PeerId {
  return parsed('peer ID CID is not valid', () => parsePeerId(c.req.param('name') ?? ''))
}

/** The id of a peer, also one that the caller has as a CID of another codec. */
function peerIdOf(text: string): PeerId {
  return attempt(() => parsePeerId(text)) ?? parseCid(text).multihash
}

/** Adds an introduction to the message of a parser. */
function parsed<T>(introduction: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!isDomainError(error)) throw error
    throw new DomainError('invalid-argument', `${introduction}: ${error.message}`)
  }
}
