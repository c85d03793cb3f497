import type { OwnCommand, OwnOption } from './own-command.ts'
import { HELP_OPTION, OWN_OPTIONS } from './parse-words.ts'

/** A name and what it is, which the help prints as one line. */
export type Row = readonly [name: string, about: string]

/** The help of a command. `call` are the words that call it. */
export function commandHelp(
  call: string,
  { about, args, options, variables, callsNode }: OwnCommand,
): string {
  const values = args.map(({ name, isRequired, isVariadic }) => {
    const value = `<${name}>${isVariadic ? '…' : ''}`
    return isRequired ? value : `[${value}]`
  })
  const own = callsNode ? options : [...options, HELP_OPTION]
  return helpText([call, ...values, '[options]'].join(' '), about, {
    Arguments: args.map(({ name, about }) => [`<${name}>`, about]),
    Options: own.map(optionRow),
    [NODE_OPTIONS]: callsNode ? OWN_OPTIONS.map(optionRow) : [],
    'Environment variables': Object.entries(variables ?? {}),
  })
}

/** The heading of {@link OWN_OPTIONS}. */
export const NODE_OPTIONS = 'Options of every command that calls a node'

/** A text of help: how to call it, what it is, and a list under each heading that has some. */
export function helpText(
  usage: string,
  about: string,
  lists: Readonly<Record<string, readonly Row[]>>,
): string {
  const sections = Object.entries(lists).filter(([, pairs]) => pairs.length > 0)
  return [
    `Usage: ${usage}`,
    ...(about === '' ? [] : ['', about]),
    ...sections.flatMap(([heading, pairs]) => ['', `${heading}:`, ...rows(pairs)]),
    '',
  ].join('\n')
}

/** An option, with its value and its default. */
export function optionRow({ name, aliases, about, type, fallback, placeholder = type }: OwnOption): Row {
  const short = aliases.filter((alias) => alias.length === 1).map((alias) => `-${alias}, `)
  const value = type === 'bool' ? '' : ` <${placeholder}>`
  const initial =
    fallback === undefined || fallback === false || Array.isArray(fallback) ? '' : ` [${fallback}]`
  return [`${short.join('')}--${name}${value}`, `${about}${initial}`]
}

function rows(pairs: readonly Row[]): string[] {
  const width = Math.min(32, Math.max(0, ...pairs.map(([name]) => name.length)))
  return pairs.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`)
}
