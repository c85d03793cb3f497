import type { AbortOptions } from '../../ports/abort.ts'
import type { PinFilter } from './list-service-pins.ts'
import type { PinList, PinView } from './pin-view.ts'
import type { RequestedPin } from './service-pin.ts'

/**
 * Pins for users of this node, each by a token of its own. A holder sees only its own pins; a pin of another holder
 * is one that does not exist. The content is what anonymous clients may read and what they send.
 *
 * Methods throw `not-found` for an unknown pin, and `failed-precondition` when the holder's quota is used up.
 */
export interface PinService {
  /** Addresses of this node at which users may connect to it, so that it can fetch from them. */
  delegates(): readonly string[]
  /** Accepts a pin. The work on it begins at once and outlasts a restart. */
  add(holder: string, pin: RequestedPin, options?: AbortOptions): Promise<PinView>
  find(holder: string, requestId: string, options?: AbortOptions): Promise<PinView>
  list(holder: string, filter: PinFilter, options?: AbortOptions): Promise<PinList>
  /**
   * Removes a pin and accepts another in one step. The old DAG is kept until the new one is pinned: for one that has
   * failed, until that pin is removed or replaced too.
   */
  replace(holder: string, requestId: string, pin: RequestedPin, options?: AbortOptions): Promise<PinView>
  remove(holder: string, requestId: string, options?: AbortOptions): Promise<void>
  /**
   * Stores the blocks of a CAR and pins the DAG, if it is then complete. Does not read the CAR of a pin that is
   * pinned already. Blocks of a refused CAR stay as garbage.
   *
   * Throws `corrupt` for a malformed CAR, a block that does not match its CID and an incomplete DAG, `too-large`
   * beyond the owner's limit, `already-exists` for a pin that has failed or is being uploaded.
   */
  upload(
    holder: string,
    requestId: string,
    content: AsyncIterable<Uint8Array>,
    options?: AbortOptions,
  ): Promise<PinView>
}
