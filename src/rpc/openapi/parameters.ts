import type { AnyCommand, Shape } from '../declare/command.ts'
import { GLOBAL_OPTIONS } from '../declare/global-options.ts'
import { type WireMeta, wireMeta } from '../declare/wire.ts'
import type { CallExample } from './examples.ts'
import type { Json } from './json.ts'

/** The global options, which commands reference. */
export function globalParameters(): Json {
  return Object.fromEntries(
    Object.entries(GLOBAL_OPTIONS).map(([name, schema]) => [name, optionParameter(name, wireMeta(schema))]),
  )
}

/** The query parameters of a command: positional arguments as `arg`, its options, and the global ones. */
export function commandParameters({ args, options }: AnyCommand, example?: CallExample): Json[] {
  return [
    ...argumentParameter(args, example),
    ...Object.entries(options).map(([name, schema]) => {
      const value = example?.options?.[name]
      return optionParameter(name, wireMeta(schema), value === undefined ? {} : { example: value })
    }),
    ...Object.keys(GLOBAL_OPTIONS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
}

/** True when a multipart body may supply the last argument in place of `arg`. */
export function takesArgumentsFromBody({ args }: AnyCommand): boolean {
  return Object.values(args).some((schema) => wireMeta(schema).fromBody)
}

/**
 * All positional arguments are one parameter, `arg`, repeated in their order. A single one is a string.
 * Several, or one that may repeat, are an array.
 */
function argumentParameter(shape: Shape, example?: CallExample): Json[] {
  const declared = Object.entries(shape).map(([name, schema]) => ({ name, ...wireMeta(schema) }))
  const [only] = declared
  if (!only) return []
  const needed = declared.filter(({ required, fromBody }) => required && !fromBody).length
  const isList = declared.length > 1 || only.variadic === true
  const sent = Object.values(example?.args ?? {}).flat()
  return [
    {
      name: 'arg',
      in: 'query',
      required: needed > 0,
      description: argumentsText(declared),
      schema: isList ? listSchema(declared, needed) : { type: 'string' },
      ...(isList && { style: 'form', explode: true }),
      ...(sent.length > 0 && { example: isList ? sent : sent[0] }),
      'x-tidepool-args': declared.map(({ name, about, required, variadic, fromBody }) => ({
        name,
        about,
        required: required === true,
        variadic: variadic === true,
        fromBody: fromBody === true,
      })),
    },
  ]
}

function listSchema(declared: readonly WireMeta[], needed: number): Json {
  const mayRepeat = declared.some(({ variadic }) => variadic)
  return {
    type: 'array',
    items: { type: 'string' },
    ...(needed > 0 && { minItems: needed }),
    ...(!mayRepeat && { maxItems: declared.length }),
  }
}

function argumentsText(declared: readonly (WireMeta & { readonly name: string })[]): string {
  return declared
    .map(({ name, about, required, variadic, fromBody }, at) => {
      const notes = [
        required ? 'required' : 'optional',
        ...(variadic ? ['repeat `arg` for more'] : []),
        ...(fromBody ? ['a multipart body may hold it instead, one value a line'] : []),
      ]
      return `${declared.length > 1 ? `${at + 1}. ` : ''}\`${name}\`: ${about} (${notes.join('; ')}).`
    })
    .join('\n')
}

function optionParameter(name: string, meta: WireMeta, more: Json = {}): Json {
  const { about, aliases, status, wire } = meta
  const notes = aliases.length > 0 ? ` Alias: ${aliases.map((alias) => `\`${alias}\``).join(', ')}.` : ''
  return {
    name,
    in: 'query',
    description: `${about}.${notes}${status === 'experimental' ? ' Experimental.' : ''}`,
    schema: optionSchema(meta),
    ...(wire === 'array' && { style: 'form', explode: true }),
    ...(status === 'deprecated' && { deprecated: true }),
    ...more,
    ...(aliases.length > 0 && { 'x-tidepool-aliases': aliases }),
    ...(status && { 'x-tidepool-status': status }),
  }
}

function optionSchema({ wire, fallback }: WireMeta): Json {
  return { ...SCHEMAS[wire], ...(fallback !== undefined && { default: fallback }) }
}

const SCHEMAS = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  uint: { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 },
  array: { type: 'array', items: { type: 'string' } },
} as const
