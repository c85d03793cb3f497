import type * as z from 'zod/mini'
import { fromBase64 } from '../../../codec/bytes/base64.ts'
import type { RoutingEvent } from '../../shapes/peers.ts'
import { EVENT_TYPES } from '../routing-event.ts'

type Event = z.infer<typeof RoutingEvent>

/** How a command prints its own results, with or without `verbose`. */
export interface ResultTexts {
  readonly finalPeer?: (event: Event, isVerbose: boolean) => string
  readonly provider?: (event: Event, isVerbose: boolean) => string
  readonly value?: (event: Event) => string
}

interface TextInput {
  readonly options: { readonly verbose?: boolean | undefined }
  readonly now: () => number
}

/**
 * The text form of the events of a search, as at the reference: without `verbose` the results alone, with it every
 * step after the time of day, which is in UTC here.
 */
export function routingText(results: ResultTexts): (event: Event, input: TextInput) => string {
  return (event, { options: { verbose = false }, now }) => {
    const line = resultText(event, results, verbose) ?? (verbose ? stepText(event) : '')
    return verbose && line !== '' ? `${timeOfDay(now())}: ${line}` : line
  }
}

/** Names the peers that a search has found closest, where they are steps and no results. */
export function closestPeer({ ID }: Event, isVerbose: boolean): string {
  return isVerbose ? `* closest peer ${ID}\n` : ''
}

/** The bytes of a value as they are, without anything around them. */
export function valueBytes({ Extra }: Event): Uint8Array {
  return fromBase64(Extra) ?? new Uint8Array()
}

function resultText(event: Event, results: ResultTexts, isVerbose: boolean): string | undefined {
  switch (event.Type) {
    case EVENT_TYPES['final-peer']:
      return results.finalPeer?.(event, isVerbose)
    case EVENT_TYPES.provider:
      return results.provider?.(event, isVerbose)
    case EVENT_TYPES.value:
      return results.value?.(event)
    default:
      return undefined
  }
}

function stepText({ Type, ID, Extra, Responses }: Event): string {
  switch (Type) {
    case EVENT_TYPES['sending-query']:
      return `* querying ${ID}\n`
    case EVENT_TYPES['peer-response']:
      return `* ${ID} says use ${(Responses ?? []).map((peer) => `${peer.ID} `).join('')}\n`
    case EVENT_TYPES['query-error']:
      return `error: ${Extra}\n`
    case EVENT_TYPES['adding-peer']:
      return `adding peer to query: ${ID}\n`
    case EVENT_TYPES['dialing-peer']:
      return `dialing peer: ${ID}\n`
    default:
      return ''
  }
}

/** Such as `15:45:29.096`. */
function timeOfDay(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23)
}
