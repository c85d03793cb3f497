import type { ParameterFault } from '../rest-error.ts'
import type { Scope } from '../scope.ts'

/** True when a value is acceptable; a fault says more than "Invalid parameter.". */
export type Check = (value: unknown, scope: Scope) => boolean | ParameterFault

/**
 * One parameter of a route. Index, `/doc`, OpenAPI and validation are derived from it. First all checks are
 * made, of what was sent and is not null; then, when none failed, all types.
 */
export interface Field {
  readonly about: string
  readonly type?: 'string' | 'integer' | 'boolean'
  readonly format?: 'string' | 'double'
  readonly items?: 'integer'
  /** Only shown: what a missing parameter means is decided where it is used. */
  readonly default?: unknown
  readonly required?: boolean
  readonly check?: Check
  /** The type is only shown: values of other types are accepted too, but for null. */
  readonly lenient?: boolean
  /** An update may send an empty text, which empties the field, though a new record must not. */
  readonly emptiable?: boolean
  /** Ours, and so in OpenAPI alone. */
  readonly extension?: boolean
  /** Type in OpenAPI, where `type` does not say it. */
  readonly described?: 'string' | 'integer' | 'number' | 'boolean' | 'array'
}

/** In the order the route declares them: errors name them in it. */
export type Fields = Readonly<Record<string, Field>>
