import type { Documented } from '../../model/field.ts'
import type { ParameterFault } from '../rest-error.ts'
import type { Scope } from '../scope.ts'

/** True when a value is acceptable; a fault says more than "Invalid parameter.". */
export type Check = (value: unknown, scope: Scope) => boolean | ParameterFault

/**
 * One parameter of a route. Index, `/doc`, OpenAPI and validation are derived from it. First all checks are
 * made, of what was sent and is not null; then, when none failed, all types.
 */
export interface Parameter extends Documented {
  readonly check?: Check
}

/** In the order the route declares them: errors name them in it. */
export type ParameterTable = Readonly<Record<string, Parameter>>
