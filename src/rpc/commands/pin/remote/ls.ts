import type * as z from 'zod/mini'
import { defineCommand, ndjson } from '../../../declare/command.ts'
import { list, text } from '../../../declare/wire.ts'
import { remotePin } from '../../../print/remote-service.ts'
import { mapItems } from '../../../serve/map-items.ts'
import { RemotePin } from '../../../shapes/pins.ts'

/** Spec: RPC document, section 4, `/pin/remote/ls`. */
export const pinRemoteLs = defineCommand({
  path: 'pin/remote/ls',
  about: 'List pins of a remote service',
  args: {},
  options: {
    service: text('Name of the service'),
    name: text('Exact name of the pins'),
    cid: list('CIDs of the pins'),
    status: list('States of the pins: queued, pinning, pinned or failed', { fallback: ['pinned'] }),
  },
  reply: ndjson(RemotePin),
  text: ({ Cid, Status, Name }: z.infer<typeof RemotePin>) => `${Cid}\t${Status}\t${Name}\n`,
  parts: ['remotePinning'],
  async *run({ remotePinning }, { options: { service, name, cid, status }, signal }) {
    const pins = await remotePinning.open(service, { signal })
    yield* mapItems(pins.list({ name, cids: cid, statuses: status }, { signal }), remotePin)
  },
})
