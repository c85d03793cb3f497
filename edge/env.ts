import type { LedgerTexts } from '../src/audit/parse-settings.ts'
import type { BlockTexts } from '../src/blocks/parse-settings.ts'
import type { NodeObject } from './node-object.ts'

/** The bindings that `wrangler.toml` declares, and what an owner sets beside them. */
export interface Env extends LedgerTexts, BlockTexts {
  readonly NODE: DurableObjectNamespace<NodeObject>
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
  /** The text that `parseAuthorizations()` reads, a secret of the deployment; nobody has a token when absent. */
  readonly API_AUTHORIZATIONS?: string
  /** Origins of pages that may call besides the node's own, with commas between them. */
  readonly API_ORIGIN?: string
  /** The owner's domain, such as `example.org`, when `<cid>.ipfs.example.org` leads here; beside it `localhost` is one. */
  readonly GATEWAY_DOMAIN?: string
  /** The text that `parseUsers()` reads, a secret of the deployment; nobody writes the calendar when absent. */
  readonly CALENDAR_USERS?: string
  /** Time zone of the calendar's site, such as `Europe/Berlin`. */
  readonly CALENDAR_ZONE?: string
  /** Where links of the calendar point; where a request went, when absent. */
  readonly CALENDAR_URL?: string
  /** Hosts of other nodes whose ledgers may be audited from here, with commas between them. */
  readonly AUDIT_HOSTS?: string
  /** Hosts that pictures of the calendar may be fetched from, with commas between them. */
  readonly CALENDAR_IMAGE_HOSTS?: string
}
