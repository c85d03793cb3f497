import type { Method } from './describe/route-fields.ts'
import type { Route } from './match-route.ts'
import type { SentParameters } from './read/read-query.ts'

/** A request on its way: what is known of it before anything is looked at. */
export interface Call {
  readonly route: Route
  readonly method: Method
  readonly query: SentParameters
  readonly sent: SentParameters
}
