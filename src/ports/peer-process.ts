import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from './abort.ts'

/** Another process over the same storage, which runs the peer: in a browser, the tab that was elected. */
export interface PeerProcess {
  /**
   * Answers a request there, and streams the response back. The signal of the request ends the work there. Throws
   * `unavailable` if that process ends before its response begins; a body that has begun then fails with the same
   * error.
   */
  fetch(request: Request): Promise<Response>
  /**
   * Has that process fetch a block from its peers into the common storage. False if it could not find the block.
   * Throws `unavailable` as {@link PeerProcess.fetch}.
   */
  fetchBlock(cid: CID, options?: AbortOptions): Promise<boolean>
}

/** Finds the process that runs the peer, on a host with several. */
export interface PeerProcesses {
  /** True while another process is known to run the peer. */
  readonly isElsewhere: boolean
  /** `undefined` if this process runs the peer itself, and if no process does. Throws `unavailable`. */
  find(): Promise<PeerProcess | undefined>
}
