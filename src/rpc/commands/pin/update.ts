import { defineCommand, json } from '../../command.ts'
import { PinsResult } from '../../shapes/pins.ts'
import { arg, bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/pin/update`. */
export const pinUpdate = defineCommand({
  path: 'pin/update',
  about: 'Replace one recursive pin by another, reading only what differs',
  args: { 'from-path': arg('Path that is pinned'), 'to-path': arg('Path to pin') },
  options: { unpin: bool('Remove the old pin', { fallback: true }) },
  reply: json(PinsResult),
})
