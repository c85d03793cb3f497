import type * as z from 'zod/mini'
import type { PinStatus } from '../../pins/remote/pin-status.ts'
import type { RemotePin } from '../shapes/pins.ts'

/** Formats a pin of a remote service for the wire. `cid-base` has no effect, as in the reference implementation. */
export function remotePin({ status, cid, name }: PinStatus): z.infer<typeof RemotePin> {
  return { Status: status, Cid: cid.toString(), Name: name }
}
