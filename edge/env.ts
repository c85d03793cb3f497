import type { NodeObject } from './node-object.ts'

/** The bindings that `wrangler.toml` declares. */
export interface Env {
  readonly NODE: DurableObjectNamespace<NodeObject>
  readonly BLOCKS: R2Bucket
  readonly CACHE: KVNamespace
  readonly ASSETS: Fetcher
  /** Who may call: `loopback` is set by the starter of a node bound to loopback, and by nobody else. */
  readonly ACCESS: 'closed' | 'loopback'
}
