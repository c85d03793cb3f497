/** One media type in an `Accept` header. */
export interface AcceptedType {
  /** In lower case, such as `application/vnd.ipld.car`. */
  readonly type: string
  /** Names are in lower case, values without quotes. `q` is not included. */
  readonly parameters: ReadonlyMap<string, string>
}

/** Limits for the types in the header, and for the parameters of one type. */
const MAX_TYPES = 32
const MAX_PARAMETERS = 16

/**
 * Parses an `Accept` header: the preferred types first, types of equal weight in their order, types of weight 0
 * left out. Malformed types and weights are interpreted leniently and never refused. Spec: RFC 9110, section
 * 12.5.1.
 */
export function acceptedTypes(header: string | null): readonly AcceptedType[] {
  const weighed = (header ?? '').split(',', MAX_TYPES).map(readType)
  return weighed
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ type, parameters }) => ({ type, parameters }))
}

function readType(text: string): AcceptedType & { readonly weight: number } {
  const [type = '', ...rest] = text.split(';', MAX_PARAMETERS).map((part) => part.trim())
  const parameters = new Map(rest.map(readParameter))
  const weight = Number(parameters.get('q') || 1)
  parameters.delete('q')
  return { type: type.toLowerCase(), parameters, weight: Number.isNaN(weight) ? 1 : weight }
}

function readParameter(text: string): readonly [name: string, value: string] {
  const end = text.includes('=') ? text.indexOf('=') : text.length
  const value = text.slice(end + 1).trim()
  return [text.slice(0, end).trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1')]
}
