import type { Route } from './match-route.ts'
import type { SentParameters } from './read-query.ts'
import type { Method } from './route-fields.ts'

/** A request on its way: what is known of it before anything is looked at. */
export interface Call {
  readonly route: Route
  readonly method: Method
  readonly query: SentParameters
  readonly sent: SentParameters
}
