import type { NodeVariable } from '../src/config/read-config.ts'
import type { Stance } from './stance.ts'

/** The bindings that `wrangler.toml` declares, and the owner's settings under their variable names. */
export interface Env extends Readonly<Partial<Record<NodeVariable, string>>> {
  readonly NODE: DurableObjectNamespace
  readonly BLOCKS: R2Bucket
  /** Copies near the readers: where public blocks are, until they expire. Never the truth. */
  readonly CACHE: KVNamespace
  /** The built page. In the front of a local node it is the plain folder, and `PAGE_HEADERS` is there. */
  readonly ASSETS: Fetcher
  /** Headers of every file of that folder. Absent where the host of the assets sends them. */
  readonly PAGE_HEADERS?: Readonly<Record<string, string>>
  /** Changes with each build of that folder. */
  readonly PAGE_VERSION?: string
  /** The path of a local node's data. Absent in a deployment. */
  readonly DATA_FOLDER?: string
  /** Reports the free space on the disk of a local node. Absent in a deployment. */
  readonly DISK?: Fetcher
  /** Proves to the process behind `DISK` and `STARTER` that a request comes from its own runtime. */
  readonly DISK_KEY?: string
  /** The process that started a local node. Absent in a deployment. */
  readonly STARTER?: Fetcher
  /** The folder of that disk for packs of blocks, with the runtime's own service. Absent in a deployment. */
  readonly PACKS?: Fetcher
  /**
   * Connects to public addresses alone, whatever a name resolves to. Absent in a deployment, which reaches no private
   * network.
   */
  readonly PUBLIC_NETWORK?: Fetcher
  /** Bytes of that disk that are reserved for removals, as a decimal number. */
  readonly DISK_RESERVE_BYTES?: string
  readonly ACCESS: Stance
}
