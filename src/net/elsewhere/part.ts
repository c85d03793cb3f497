import type { RemoteSource, RemoteSources } from '../../blocks/remote-sources.ts'
import { definePart } from '../../parts/define-part.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import type { PeerProcesses } from '../../ports/peer-process.ts'
import type { Routing } from '../routing/routing.ts'
import { elsewhereRouter } from './elsewhere-router.ts'
import { elsewhereSource } from './elsewhere-source.ts'

export interface ElsewhereNeeds {
  readonly peerProcesses?: PeerProcesses | undefined
  readonly remoteSources: Pick<RemoteSources, 'add'>
  readonly blockstore: Pick<Blockstore, 'get'>
  readonly routing: Pick<Routing, 'add'>
}

/** Has sessions fetch blocks, and names find records, from the peers of another process of this host, if it has several. */
export const elsewherePart = definePart({
  name: 'elsewhere',
  needs: {
    peerProcesses: 'optional',
    remoteSources: 'required',
    blockstore: 'required',
    routing: 'required',
  },
  create({ peerProcesses, remoteSources, blockstore, routing }: ElsewhereNeeds): RemoteSource | undefined {
    if (!peerProcesses) return undefined
    const source = elsewhereSource({ peerProcesses, blockstore })
    remoteSources.add(source)
    routing.add(elsewhereRouter(peerProcesses))
    return source
  },
})
