import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** One recorded request and its answer; the replayer's README explains its fields. */
export interface Recorded {
  readonly id: string
  readonly now: string
  readonly actor: string
  readonly world: { readonly site_timezone: string }
  readonly request: { readonly method: string; readonly url: string; readonly body?: unknown }
  readonly response: { readonly status: number; readonly body: unknown }
  readonly quirks?: readonly { readonly tag: string }[]
}

const samples = fileURLToPath(new URL('../../fixtures/calendar/samples.jsonl', import.meta.url))

/** Every recorded request. */
export const recorded: readonly Recorded[] = readFileSync(samples, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

export type Fields = Readonly<Record<string, unknown>>

/** A write that was accepted: the fields that were sent and those of the answer. */
export interface Accepted {
  readonly id: string
  readonly now: string
  readonly actor: string
  readonly siteZone: string
  readonly sent: Fields
  readonly answered: Fields
  /** Names of what the recorded server does otherwise than it should. */
  readonly quirks: readonly string[]
}

/** The accepted creations in a collection, such as `events`. */
export function acceptedCreations(collection: string): readonly Accepted[] {
  return recorded.flatMap(({ id, now, actor, world, request, response, quirks = [] }) => {
    const isCreation =
      request.method === 'POST' && response.status === 201 && request.url.endsWith(`/events/v1/${collection}`)
    if (!isCreation || !isFields(request.body) || !isFields(response.body)) return []
    const tags = quirks.map(({ tag }) => tag)
    const siteZone = world.site_timezone === 'UTC (unset)' ? 'UTC+0' : world.site_timezone
    return [{ id, now, actor, siteZone, sent: request.body, answered: response.body, quirks: tags }]
  })
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
