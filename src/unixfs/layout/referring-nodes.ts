import { type CID, RAW_CODEC } from '../../codec/cid/cid.ts'
import { type NodeWriter, nameBlock } from './node-writer.ts'

/** Takes the places of leaves in place of their bytes. */
export interface LeafReferences {
  put(leaf: {
    readonly cid: CID
    readonly location: string
    readonly offset: number
    readonly sizeBytes: number
  }): Promise<void>
  /** Resolves when all places are stored. */
  flush(): Promise<void>
}

export interface ReferringNodesOptions {
  readonly references: LeafReferences
  /** The source of the file. */
  readonly location: string
}

/** A view of a node writer for one file: its raw leaves are referred to and not stored, except for an empty one. */
export function referringNodes(
  nodes: NodeWriter,
  { references, location }: ReferringNodesOptions,
): NodeWriter {
  return {
    ...nodes,
    async raw(bytes, { room, offset } = {}) {
      const sizeBytes = bytes.byteLength
      if (sizeBytes === 0 || offset === undefined) return nodes.raw(bytes, { room })
      try {
        const cid = await nameBlock(nodes.shape, RAW_CODEC, bytes)
        await references.put({ cid, location, offset, sizeBytes })
        return { cid, sizeBytes }
      } finally {
        room?.()
      }
    },
  }
}
