import type { RemoteSource } from '../../blocks/remote-sources.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import type { PeerProcesses } from '../../ports/peer-process.ts'

export interface ElsewhereSourceOptions {
  readonly peerProcesses: PeerProcesses
  readonly blockstore: Pick<Blockstore, 'get'>
}

/** Blocks of the peers of another process over the same storage, which stores them for this one to read. */
export function elsewhereSource({ peerProcesses, blockstore }: ElsewhereSourceOptions): RemoteSource {
  return {
    get isReachable() {
      return peerProcesses.isElsewhere
    },
    open: () => ({
      async get(cid, options) {
        const process = await peerProcesses.find()
        const isStored = await process?.fetchBlock(cid, options)
        return isStored ? blockstore.get(cid, options) : undefined
      },
    }),
  }
}
