import type { RemoteSource, RemoteSources } from '../../blocks/remote-sources.ts'
import { definePart } from '../../node/part.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import type { PeerProcesses } from '../../ports/peer-process.ts'
import { elsewhereSource } from './elsewhere-source.ts'

interface ElsewhereNeeds {
  readonly peerProcesses?: PeerProcesses | undefined
  readonly remoteSources: Pick<RemoteSources, 'add'>
  readonly blockstore: Pick<Blockstore, 'get'>
}

/** Has sessions fetch blocks from the peers of another process of this host, if it has several. */
export const elsewherePart = definePart({
  name: 'elsewhere',
  needs: { peerProcesses: 'optional', remoteSources: 'required', blockstore: 'required' },
  create({ peerProcesses, remoteSources, blockstore }: ElsewhereNeeds): RemoteSource | undefined {
    if (!peerProcesses) return undefined
    const source = elsewhereSource({ peerProcesses, blockstore })
    remoteSources.add(source)
    return source
  },
})
