import type * as z from 'zod/mini'
import { formatPeerId, type PeerId } from '../../codec/cid/peer-id.ts'
import type { RoutingEvent } from '../shapes/peers.ts'

/** Number of the wire for an event that brings a value, or tells that one was written. */
const VALUE = 5

/** A value in base64, or the name that one was written for. */
export function valueEvent({
  peer,
  extra = '',
}: {
  readonly peer?: PeerId
  readonly extra?: string
}): z.input<typeof RoutingEvent> {
  return { ID: peer ? formatPeerId(peer) : '', Type: VALUE, Responses: null, Extra: extra }
}
