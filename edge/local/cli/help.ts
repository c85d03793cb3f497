import type { ListedCommand } from '../../../src/rpc/declare/command-list.ts'
import { commandHelp, helpText, NODE_OPTIONS, optionRow, type Row } from '../command-help.ts'
import { OWN_OPTIONS } from '../parse-words.ts'
import { aboutOf, describeCommand } from './describe-command.ts'
import { type CommandGroup, findCommand, findGroup, unknownCommand } from './find-command.ts'
import { ADAPTED, GROUPS, LOCAL_COMMANDS } from './listed-commands.ts'

/** In the order of the general help. */
const ORDER = [
  ...['start', 'add', 'get', 'cat', 'ls', 'pin', 'token', 'calendar-user', 'backup', 'restore', 'call'],
  'completion',
]

/** What `tidepool --help` lists: a word, and what its command does. */
export const CLI_COMMANDS: readonly Row[] = ORDER.map((name) => [
  name,
  GROUPS[name] ?? (ADAPTED[name] ?? LOCAL_COMMANDS[name])?.about ?? '',
])

/** The output of `tidepool --help`. */
export function generalHelp(): string {
  const lists = { Commands: CLI_COMMANDS, [NODE_OPTIONS]: OWN_OPTIONS.map(optionRow) }
  const more = 'tidepool <command> --help describes a command, tidepool call --help lists those of the API.\n'
  return `${helpText('tidepool <command> [arguments] [options]', '', lists)}\n${more}`
}

/**
 * The help that words ask for: by `help` before a command, or by `--help` anywhere. `undefined` for other words, and for
 * a command that reads the option itself.
 */
export function askedHelp(
  words: readonly string[],
  commands: () => readonly ListedCommand[],
): string | undefined {
  const isFirst = words[0] === 'help'
  if (!isFirst && (!hasHelpOption(words) || findCommand(words, commands()))) return undefined
  const named = commandWords(isFirst ? words.slice(1) : words)
  return named.length === 0 ? generalHelp() : helpOf(named, commands())
}

/** The help of a command, of a group, or of a command of the API. Throws `UsageError` for words that name none. */
export function helpOf(words: readonly string[], commands: readonly ListedCommand[]): string {
  const [first = ''] = words
  const own = LOCAL_COMMANDS[first]
  if (own) return commandHelp(`tidepool ${first}`, own)
  const found = findCommand(words, commands)
  if (found) {
    const described = describeCommand(found.command, ADAPTED[first])
    return commandHelp(`tidepool ${found.words.join(' ')}`, described)
  }
  const group = findGroup(words, commands)
  if (!group || group.rest.some((word) => !word.startsWith('-'))) throw unknownCommand(words, commands)
  return groupHelp(group)
}

const HELP_WORDS: readonly string[] = ['--help', '-h']

/** After `--` nothing is an option. */
function hasHelpOption(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return words.slice(0, end < 0 ? words.length : end).some((word) => HELP_WORDS.includes(word))
}

/** The words that name a command, which options may follow. */
function commandWords(words: readonly string[]): readonly string[] {
  const named = words.filter((word) => !HELP_WORDS.includes(word))
  const end = named.findIndex((word) => word.startsWith('-'))
  return end < 0 ? named : named.slice(0, end)
}

function groupHelp({ name, members }: CommandGroup): string {
  // By its words for a group that has commands of its own, by its path for one of the API.
  const nameOf = ({ path }: ListedCommand) => (name.startsWith('call') ? path : path.replaceAll('/', ' '))
  const lists = { Commands: members.map((member) => [nameOf(member), aboutOf(member)] as const) }
  return helpText(`tidepool ${name} <command> [arguments] [options]`, GROUPS[name] ?? '', lists)
}
