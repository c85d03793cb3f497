/** One media type that a client takes. */
export interface AcceptedType {
  /** In lower case, such as `application/vnd.ipld.car`. */
  readonly type: string
  /** Names in lower case; values without their quotes. `q` is not among them. */
  readonly parameters: ReadonlyMap<string, string>
}

/** How many types of the header, and parameters of a type, are read. */
const MAX_TYPES = 32
const MAX_PARAMETERS = 16

/**
 * The types of an `Accept` header, the most wanted first; those of equal weight keep their order, those of
 * weight 0 are left out. What is no type, or a weight that is no number, is taken as a client may have meant
 * it and never refused. Spec: RFC 9110, section 12.5.1.
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
