import type * as z from 'zod/mini'
import { formatPeerId, type PeerId } from '../../codec/cid/peer-id.ts'
import type { RoutingEvent } from '../shapes/peers.ts'

/** Wire number of the event for a value that was found or written. */
const VALUE = 5

/** A value in base64, or the name for which a value was written. */
export function valueEvent({
  peer,
  extra = '',
}: {
  readonly peer?: PeerId
  readonly extra?: string
}): z.input<typeof RoutingEvent> {
  return { ID: peer ? formatPeerId(peer) : '', Type: VALUE, Responses: null, Extra: extra }
}
