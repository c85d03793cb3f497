import type { Method } from './describe/route-fields.ts'
import type { Route } from './match-route.ts'
import type { SentParameters } from './read/read-parameters.ts'

/** A request on its way: what is known of it before anything is looked at. */
export interface Call {
  readonly route: Route
  readonly method: Method
  readonly query: SentParameters
  readonly sent: SentParameters
}

/** What a handler answers, before headers and envelope. */
export interface Answer {
  readonly status: 200 | 201
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}
