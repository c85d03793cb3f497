import { parseArgs } from 'node:util'
import type { ListedCommand, ListedOption } from '../../src/rpc/declare/command-list.ts'
import { type OwnOption, ownOption } from './own-command.ts'
import { UsageError } from './usage-error.ts'

/** The words after a command, read by what it declares. */
export interface ParsedWords {
  /** Values of options by their full names. A list option has all of its values. */
  readonly options: Readonly<Record<string, string | readonly string[]>>
  readonly positionals: readonly string[]
}

/** The option of every command. */
export const HELP_OPTION = ownOption('help', 'Print this text', { aliases: ['h'] })

/** Options of the command line itself, for every command that calls a node. */
export const OWN_OPTIONS: readonly OwnOption[] = [
  ownOption('api', 'Address of the node. Default: TIDEPOOL_API, or http://127.0.0.1:5001', {
    placeholder: 'url',
  }),
  ownOption('token', 'Token for the node; TIDEPOOL_TOKEN keeps it out of the list of processes', {
    placeholder: 'token',
  }),
  ownOption('json', 'Print JSON, one value a line'),
  HELP_OPTION,
]

/** The words with their command first: `--json pin ls` becomes `pin ls --json`. */
export function withCommandFirst(words: readonly string[]): string[] {
  const rest = [...words]
  const options: string[] = []
  for (;;) {
    const [word = ''] = rest
    const found = OWN_OPTIONS.find(({ name }) => word === `--${name}` || word.startsWith(`--${name}=`))
    if (!found || found.name === 'help') break
    const hasValueBehind = found.type !== 'bool' && !word.includes('=')
    options.push(...rest.splice(0, hasValueBehind ? 2 : 1))
  }
  const end = rest.indexOf('--')
  return rest.toSpliced(end < 0 ? rest.length : end, 0, ...options)
}

/**
 * Reads words by declared options. A flag may have a value, as in `--pin=false`; after `--` nothing is an option.
 * Throws `UsageError` for an unknown option, and for one without its value.
 */
export function parseWords(words: readonly string[], declared: readonly ListedOption[]): ParsedWords {
  const byName = new Map(
    declared.flatMap((option) => [option.name, ...option.aliases].map((name) => [name, option])),
  )
  const names = [...byName].map(([name, { type }]) => {
    const kind = type === 'bool' ? 'boolean' : 'string'
    return name.length === 1 ? [`short-${name}`, { type: kind, short: name }] : [name, { type: kind }]
  })
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(names),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const options: Record<string, string | string[]> = {}
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const option = byName.get(token.name.replace(/^short-/, ''))
    if (!option) throw new UsageError(`Unknown option "${token.rawName}"`)
    const value = option.type === 'bool' ? (token.value ?? 'true') : token.value
    if (value === undefined) throw new UsageError(`Option "${token.rawName}" needs a value`)
    if (option.type === 'array') options[option.name] = [...[options[option.name] ?? []].flat(), value]
    else options[option.name] = value
  }
  return { options, positionals }
}

/**
 * Names positional values by the arguments of a command. The rest are paths of files, for a command that takes
 * some. Throws `UsageError` for a missing or surplus value.
 */
export function nameArguments({ args, body, path }: ListedCommand, positionals: readonly string[]) {
  const named: Record<string, string | readonly string[]> = {}
  let rest = [...positionals]
  for (const { name, isRequired, isVariadic } of args) {
    if (isRequired && rest.length === 0) throw new UsageError(`${path}: argument "${name}" is missing`)
    if (isVariadic) named[name] = rest.splice(0)
    else if (rest.length > 0) named[name] = rest.shift() ?? ''
  }
  if (body === undefined && rest.length > 0)
    throw new UsageError(`${path}: "${rest[0]}" is one argument too many`)
  if (body !== undefined && rest.length > 1) throw new UsageError(`${path} takes one file`)
  const [file] = rest
  rest = []
  return { args: named, file }
}
