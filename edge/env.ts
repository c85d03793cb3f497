import type { NodeVariable } from '../src/config/read-config.ts'

/** The bindings that `wrangler.toml` declares, and the settings of the owner, by their variables, beside them. */
export interface Env extends Readonly<Partial<Record<NodeVariable, string>>> {
  readonly NODE: DurableObjectNamespace
  readonly BLOCKS: R2Bucket
  readonly CACHE: KVNamespace
  readonly ASSETS: Fetcher
  /** Tells how full the disk of a local node is; absent in a deployment, which has none. */
  readonly DISK?: Fetcher
  /** Bytes of that disk that only what removes may use, as a number. */
  readonly DISK_RESERVE_BYTES?: string
  /**
   * Who may call. `closed`: whoever has a token. The starter of a local node, and nobody else, sets one of the
   * others: `loopback` where only this machine reaches the node, `exposed` where others do.
   */
  readonly ACCESS: 'closed' | 'loopback' | 'exposed'
}
