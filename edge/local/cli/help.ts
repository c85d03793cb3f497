import type { ListedCommand, ListedOption } from '../../../src/rpc/declare/command-list.ts'
import { OWN_OPTIONS } from './parse-words.ts'

/** Commands of the command line, beside those of the registry. */
export const CLI_COMMANDS: Readonly<Record<string, string>> = {
  start: 'Start a node on this machine: [--open]',
  add: 'Add files and folders',
  get: 'Write a file or a folder of the network to this machine',
  cat: 'Print a file',
  ls: 'List a folder',
  pin: 'Keep content: pin add, pin ls, pin rm …',
  token: 'Make a token for callers of a node: <name> [--days <number>] [--path <path>]…',
  'calendar-user': 'Make a user of the calendar: <login> [--role <role>]',
  backup: 'Write the whole node into one file: <file> [--keys] [--partial]',
  restore: 'Restore a backup on a node without content: <file> [--without-keys]',
  call: 'Call any command of the API: <command> [arguments] [options]',
  completion: 'Print completions for a shell: bash, zsh or fish',
}

/** The commands of the registry that are called by their own words. */
export const DIRECT = ['add', 'get', 'cat', 'ls', 'pin'] as const

/** The output of `tidepool --help`. */
export function generalHelp(): string {
  return [
    'Usage: tidepool <command> [arguments] [options]',
    '',
    ...rows(Object.entries(CLI_COMMANDS)),
    '',
    'Options of every command that calls a node:',
    ...rows(OWN_OPTIONS.map(optionRow)),
    '',
    'tidepool <command> --help describes a command, tidepool call --help lists those of the API.',
    '',
  ].join('\n')
}

/** The help of a command of the command line, with its options. */
export function ownHelp(command: string, options: readonly ListedOption[]): string {
  const head = `tidepool ${command}: ${CLI_COMMANDS[command]}\n`
  if (options.length === 0) return head
  return [head, ...rows([...options, ...OWN_OPTIONS].map(optionRow)), ''].join('\n')
}

/** The commands of the API, which `tidepool call --help` prints. */
export function commandIndex(commands: readonly ListedCommand[]): string {
  return [
    'Usage: tidepool call <command> [arguments] [options]',
    '',
    ...rows(commands.map(commandRow)),
    '',
  ].join('\n')
}

/** The arguments and options of a command. `words` are those that call it. */
export function commandHelp(
  words: string,
  { about, args, body, options, status }: ListedCommand,
  more: readonly ListedOption[] = [],
): string {
  const values = args.map(({ name, isRequired, isVariadic }) => {
    const value = `<${name}>${isVariadic ? '…' : ''}`
    return isRequired ? value : `[${value}]`
  })
  const file = body === undefined || args.some(({ name }) => name === body) ? [] : ['[<file>]']
  return [
    `Usage: tidepool ${[words, ...values, ...file].join(' ')} [options]`,
    '',
    `${about}${status === undefined ? '' : ` (${status})`}`,
    '',
    ...rows(args.map(({ name, about }) => [`<${name}>`, about])),
    ...rows([...options, ...more, ...OWN_OPTIONS].map(optionRow)),
    '',
  ].join('\n')
}

function commandRow({ path, about, status }: ListedCommand): readonly [string, string] {
  return [path, status === undefined ? about : `${about} (${status})`]
}

function optionRow({ name, aliases, about, type, fallback }: ListedOption): readonly [string, string] {
  const short = aliases.filter((alias) => alias.length === 1).map((alias) => `-${alias}, `)
  const value = type === 'bool' ? '' : ` <${type}>`
  const initial =
    fallback === undefined || fallback === false || Array.isArray(fallback) ? '' : ` [${fallback}]`
  return [`${short.join('')}--${name}${value}`, `${about}${initial}`]
}

function rows(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(32, Math.max(0, ...pairs.map(([name]) => name.length)))
  return pairs.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`)
}
