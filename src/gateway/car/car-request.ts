import { DomainError } from '../../errors.ts'
import { type AcceptedType, acceptedTypes } from '../accept.ts'
import { FORMAT_TYPES } from '../formats.ts'
import { type EntityBytes, readEntityBytes } from './entity-bytes.ts'

/** The part of the DAG at the end of the path that a CAR contains. */
export type DagScope = 'block' | 'entity' | 'all'

/**
 * The options of a CAR. The order is depth first in any case: it is the only defined one, and permitted where a
 * client accepts any.
 */
export interface CarRequest {
  readonly scope: DagScope
  /** Absent for the whole entity. */
  readonly bytes: EntityBytes | undefined
  /** Sends repeated blocks each time. */
  readonly dups: boolean
}

/**
 * Reads the CAR options of a request. URL parameters take precedence over parameters in `Accept`, of whose
 * entries the most preferred supported one is used.
 *
 * Throws `invalid-argument` for an unknown or unsupported value. Spec: trustless gateway specification, request
 * query parameters and CAR format signaling.
 */
export function readCarRequest(query: URLSearchParams, headers: Headers): CarRequest {
  const bytes = query.get('entity-bytes')
  const { dups } = readSignals(query, headers)
  return {
    scope: readScope(query.get('dag-scope'), bytes === null ? 'all' : 'entity'),
    bytes: bytes === null ? undefined : readEntityBytes(bytes),
    dups: dups === 'y',
  }
}

/** The content type of the response. */
export function carContentType({ dups }: CarRequest): string {
  return `${FORMAT_TYPES.car}; version=1; order=dfs; dups=${dups ? 'y' : 'n'}`
}

const SIGNALS = {
  version: ['1'],
  order: ['dfs', 'unk'],
  dups: ['y', 'n'],
} as const
type Signal = keyof typeof SIGNALS

const SIGNAL_NAMES = ['version', 'order', 'dups'] as const satisfies readonly Signal[]

function readSignals(query: URLSearchParams, headers: Headers): Readonly<Record<Signal, string>> {
  const wanted = acceptedTypes(headers.get('Accept')).filter(({ type }) => type === FORMAT_TYPES.car)
  const choices = (wanted.length === 0 ? [ANY_SIGNALS] : wanted).map((accepted) => signalsOf(query, accepted))
  const met = choices.find((choice) => SIGNAL_NAMES.every((name) => isSupported(name, choice[name])))
  if (met) return met
  const [first] = choices
  const name = SIGNAL_NAMES.find((name) => !isSupported(name, first?.[name] ?? '')) ?? 'version'
  throw new DomainError(
    'invalid-argument',
    `unsupported CAR ${name}: ${JSON.stringify(first?.[name].slice(0, 80))}`,
  )
}

const ANY_SIGNALS: Pick<AcceptedType, 'parameters'> = { parameters: new Map() }

function signalsOf(
  query: URLSearchParams,
  { parameters }: Pick<AcceptedType, 'parameters'>,
): Readonly<Record<Signal, string>> {
  const read = (name: Signal) => query.get(`car-${name}`) ?? parameters.get(name) ?? ''
  return { version: read('version'), order: read('order'), dups: read('dups') }
}

/** True for a supported value. An empty one counts as absent. */
function isSupported(name: Signal, value: string): boolean {
  return value === '' || SIGNALS[name].some((known) => known === value)
}

function readScope(text: string | null, fallback: DagScope): DagScope {
  if (text === null) return fallback
  if (text === 'block' || text === 'entity' || text === 'all') return text
  throw new DomainError('invalid-argument', `unsupported dag-scope: ${JSON.stringify(text.slice(0, 80))}`)
}
