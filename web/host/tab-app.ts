import { originPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import type { CoreNode } from '../../src/node/create.ts'
import { ownCalendar } from './service-worker/own-calendar.ts'

/** All surfaces of a node, as the service worker serves them, for callers in this tab. */
export function tabApp(node: CoreNode): ReturnType<typeof createApp> {
  return createApp(node, originPolicy(location.origin), {
    calendar: ownCalendar(),
    doesGatewayFetch: true,
    readDescription: async (name) => (await import('../../src/descriptions.ts')).makeDescription(name),
  })
}
