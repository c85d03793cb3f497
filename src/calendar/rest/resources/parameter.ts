import type { Documented } from '../../model/field.ts'
import type { ParameterFault } from '../rest-error.ts'
import type { Scope } from '../scope.ts'

/** Checks a value. True when it is acceptable; a fault replaces the text "Invalid parameter.". */
export type Check = (value: unknown, scope: Scope) => boolean | ParameterFault

/**
 * One parameter of a route. Index, `/doc`, OpenAPI and validation are derived from it. All checks run first, on
 * sent values that are not null; the types are validated only when no check failed.
 */
export interface Parameter extends Documented {
  readonly check?: Check
}

/** In the order of the route's declaration, which is also the order in errors. */
export type ParameterTable = Readonly<Record<string, Parameter>>
