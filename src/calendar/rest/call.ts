import type { Method } from './describe/route-fields.ts'
import type { CalendarRoute } from './match-route.ts'
import type { SentParameters } from './read/read-parameters.ts'

/** A parsed request, before its parameters are checked. */
export interface CalendarCall {
  readonly route: CalendarRoute
  readonly method: Method
  readonly query: SentParameters
  readonly sent: SentParameters
}

/** The result of a handler, before headers and envelope. */
export interface Answer {
  readonly status: 200 | 201
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}
