import type * as z from 'zod/mini'
import { formatPeerId, type PeerId } from '../../codec/cid/peer-id.ts'
import type { RoutedPeer, RoutingStep } from '../../net/routing/routing.ts'
import type { RoutingEvent } from '../shapes/peers.ts'

/** Keys in the order of the alphabet, as the reference prints them. */
type Event = z.input<typeof RoutingEvent>

/** Wire numbers of events. Spec: the reference's `QueryEventType`. */
export const EVENT_TYPES = {
  'sending-query': 0,
  'peer-response': 1,
  'final-peer': 2,
  'query-error': 3,
  provider: 4,
  value: 5,
  'adding-peer': 6,
  'dialing-peer': 7,
} as const

/** Steps of a search that wait to be printed with the next result. The last steps of a longer search are dropped. */
const MAX_STEPS = 10_000

/** A value in base64, or the name for which a value was written. */
export function valueEvent({ peer, extra = '' }: { readonly peer?: PeerId; readonly extra?: string }): Event {
  return { Extra: extra, ID: peer ? formatPeerId(peer) : '', Responses: null, Type: EVENT_TYPES.value }
}

/** A provider of a block, or the addresses of the peer that was looked for. */
export function peerEvent(type: 'provider' | 'final-peer', peer: RoutedPeer): Event {
  return { Extra: '', ID: '', Responses: [formatPeer(peer)], Type: EVENT_TYPES[type] }
}

/**
 * The steps of a search, and its results, each after the steps that led to it. A result for which `format` returns
 * nothing is only in the steps.
 */
export async function* searchEvents<T>(
  search: (onStep: (step: RoutingStep) => void) => AsyncIterable<T>,
  format: (result: T) => Event | undefined,
): AsyncGenerator<Event, void> {
  const waiting: RoutingStep[] = []
  const onStep = (step: RoutingStep) => {
    if (waiting.length < MAX_STEPS) waiting.push(step)
  }
  for await (const result of search(onStep)) {
    for (const step of waiting.splice(0)) yield stepEvent(step)
    const event = format(result)
    if (event) yield event
  }
  for (const step of waiting) yield stepEvent(step)
}

function stepEvent(step: RoutingStep): Event {
  return {
    Extra: step.type === 'query-error' ? step.reason : '',
    ID: step.peerId ? formatPeerId(step.peerId) : '',
    Responses: step.type === 'peer-response' ? step.closer.map(formatPeer) : null,
    Type: EVENT_TYPES[step.type],
  }
}

function formatPeer({ peerId, addresses }: RoutedPeer): { Addrs: string[]; ID: string } {
  return { Addrs: [...addresses], ID: formatPeerId(peerId) }
}
