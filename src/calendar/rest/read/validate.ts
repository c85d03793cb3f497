import type { Parameter, ParameterTable } from '../resources/parameter.ts'
import { toFlag, toInteger } from '../resources/parameter.ts'
import { invalidParameters, missingParameters, type ParameterFault } from '../rest-error.ts'
import type { Scope } from '../scope.ts'
import type { SentParameters } from './read-parameters.ts'

/**
 * Validates the parameters of a request. Throws one error for all missing ones, else for all that fail their check,
 * else for all of a wrong type. Spec: calendar facts, section 14.
 *
 * The tables are not zod schemas: recorded servers make these three passes over all parameters, each with its own
 * error, and `/doc` and `OPTIONS` show the same tables.
 */
export function validate(fields: ParameterTable, sent: SentParameters, scope: Scope): void {
  const entries = Object.entries(fields)
  const missing = entries.filter(([name, field]) => field.required && (sent.get(name) ?? null) === null)
  if (missing.length > 0) throw missingParameters(missing.map(([name]) => name))
  refuse(faults(entries, (name, field) => checkFault(field, sent.get(name), scope)))
  refuse(
    faults(entries, (name, field) => (sent.has(name) ? typeFault(name, field, sent.get(name)) : undefined)),
  )
}

function refuse(found: ReadonlyMap<string, ParameterFault>): void {
  if (found.size > 0) throw invalidParameters(found)
}

function faults(
  entries: readonly (readonly [string, Parameter])[],
  faultOf: (name: string, field: Parameter) => ParameterFault | undefined,
): ReadonlyMap<string, ParameterFault> {
  const found = new Map<string, ParameterFault>()
  for (const [name, field] of entries) {
    const fault = faultOf(name, field)
    if (fault) found.set(name, fault)
  }
  return found
}

function checkFault({ check }: Parameter, value: unknown, scope: Scope): ParameterFault | undefined {
  if (check === undefined || value === undefined || value === null) return undefined
  const result = check(value, scope)
  if (result === true) return undefined
  return result === false ? { message: 'Invalid parameter.' } : result
}

function typeFault(name: string, { type, lenient }: Parameter, value: unknown): ParameterFault | undefined {
  if (type === undefined || (lenient && value !== null) || isOfType[type](value)) return undefined
  const message = `${name} is not of type ${type}.`
  return { message, code: 'rest_invalid_type', data: { param: name } }
}

const isOfType = {
  string: (value: unknown) => typeof value === 'string',
  integer: (value: unknown) => toInteger(value) !== undefined,
  boolean: (value: unknown) => toFlag(value) !== undefined,
} as const
