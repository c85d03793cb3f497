import { originPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import type { CoreNode } from '../../src/node/create.ts'
import { readableRequest } from './readable-request.ts'
import { ownCalendar } from './service-worker/own-calendar.ts'

/** Answers requests of this tab on all surfaces of a node, as the service worker does. */
export function tabApp(node: CoreNode): (request: Request) => Promise<Response> {
  const app = createApp(node, originPolicy(location.origin), {
    calendar: ownCalendar(),
    doesGatewayFetch: true,
    readDescription: async (name) => (await import('../../src/descriptions.ts')).makeDescription(name),
  })
  return async (request) => app.fetch(await readableRequest(request))
}
