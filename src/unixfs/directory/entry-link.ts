import type { PBLink } from '../../codec/dag-pb/dag-pb.ts'
import type { WrittenNode } from '../layout/node-writer.ts'

/** A written child of a directory, with its name. */
export interface NamedNode extends WrittenNode {
  readonly name: string
}

/** Makes a link of a directory or shard. */
export function entryLink(name: string, { cid, sizeBytes }: WrittenNode): PBLink {
  return { Hash: cid, Name: name, Tsize: sizeBytes }
}
