import type { ResolveName } from '../unixfs/dag/path-reader.ts'

/** The names of the network, as this node knows them. */
export interface Names {
  /** Follows a name, and what it stands for, up to 32 times. What is not held here is not known. */
  readonly resolve: ResolveName
}
