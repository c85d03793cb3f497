import { DomainError } from '../../errors.ts'
import { type AcceptedType, acceptedTypes } from '../accept.ts'
import { FORMAT_TYPES } from '../formats.ts'
import { type EntityBytes, readEntityBytes } from './entity-bytes.ts'

/** What a CAR is to hold below the end of the path. */
export type DagScope = 'block' | 'entity' | 'all'

/** How a client wants its CAR. The order is depth first whatever it says: no other is known, and that one may be any. */
export interface CarRequest {
  readonly scope: DagScope
  /** Absent for the whole of an entity. */
  readonly bytes: EntityBytes | undefined
  /** A block that occurs again is sent again. */
  readonly dups: boolean
}

/**
 * Reads what a request says of its CAR: parameters of the URL, each before the one of the same meaning in
 * `Accept`, of whose entries the most wanted one that can be met counts.
 *
 * Throws `invalid-argument` for a value that is unknown or cannot be met. Spec: trustless gateway
 * specification, request query parameters and CAR format signaling.
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

/** The type of a CAR as it is sent. */
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
  const choices = (wanted.length === 0 ? [NO_WISH] : wanted).map((accepted) => signalsOf(query, accepted))
  const met = choices.find((choice) => SIGNAL_NAMES.every((name) => isMet(name, choice[name])))
  if (met) return met
  const [first] = choices
  const name = SIGNAL_NAMES.find((name) => !isMet(name, first?.[name] ?? '')) ?? 'version'
  throw new DomainError(
    'invalid-argument',
    `unsupported CAR ${name}: ${JSON.stringify(first?.[name].slice(0, 80))}`,
  )
}

const NO_WISH: Pick<AcceptedType, 'parameters'> = { parameters: new Map() }

function signalsOf(
  query: URLSearchParams,
  { parameters }: Pick<AcceptedType, 'parameters'>,
): Readonly<Record<Signal, string>> {
  const read = (name: Signal) => query.get(`car-${name}`) ?? parameters.get(name) ?? ''
  return { version: read('version'), order: read('order'), dups: read('dups') }
}

/** An empty value is none. */
function isMet(name: Signal, value: string): boolean {
  return value === '' || SIGNALS[name].some((known) => known === value)
}

function readScope(text: string | null, fallback: DagScope): DagScope {
  if (text === null) return fallback
  if (text === 'block' || text === 'entity' || text === 'all') return text
  throw new DomainError('invalid-argument', `unsupported dag-scope: ${JSON.stringify(text.slice(0, 80))}`)
}
