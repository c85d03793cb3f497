import type { ListedCommand } from '../../../src/rpc/declare/command-list.ts'
import { UsageError } from '../usage-error.ts'
import { DIRECT } from './listed-commands.ts'

/** Words of the longest path of a command. */
const MAX_WORDS = 4

/** The command that words name, and the words after it: `call pin/ls …`, `call pin ls …` or `pin ls …`. */
export function findCommand(words: readonly string[], commands: readonly ListedCommand[]) {
  const [first = '', ...others] = words
  const isCall = first === 'call'
  if (!isCall && !DIRECT.includes(first)) return undefined
  const named = isCall ? others : words
  // The longest path wins: `pin remote add`, not `pin`.
  for (let count = Math.min(named.length, MAX_WORDS); count > 0; count -= 1) {
    const path = named.slice(0, count).join('/')
    const command = commands.find((candidate) => candidate.path === path)
    if (command)
      return { command, rest: named.slice(count), words: words.slice(0, words.length - named.length + count) }
  }
  return undefined
}

/** Commands of the API whose paths begin with the same words. */
export interface CommandGroup {
  /** The words that call it, such as `pin remote` or `call repo`. */
  readonly name: string
  readonly members: readonly ListedCommand[]
  /** The first words of the paths of its members, after those of the group. */
  readonly next: readonly string[]
  /** The words after the group. */
  readonly rest: readonly string[]
}

/** The smallest group that words name, such as `pin remote` for `pin remote nope`. `call` alone is the whole API. */
export function findGroup(
  words: readonly string[],
  commands: readonly ListedCommand[],
): CommandGroup | undefined {
  const [first = '', ...others] = words
  const isCall = first === 'call'
  if (!isCall && !DIRECT.includes(first)) return undefined
  const named = (isCall ? others : words).flatMap((word) => word.split('/'))
  for (let count = Math.min(named.length, MAX_WORDS); count >= (isCall ? 0 : 1); count -= 1) {
    const path = named.slice(0, count)
    const prefix = path.map((word) => `${word}/`).join('')
    const members = commands.filter((command) => command.path.startsWith(prefix))
    if (members.length === 0) continue
    const next = new Set(members.map((command) => command.path.slice(prefix.length).split('/')[0] ?? ''))
    const name = [...(isCall ? [first] : []), ...path].join(' ')
    return { name, members, next: [...next], rest: named.slice(count) }
  }
  return undefined
}

/** The error for words that name no command. It says which ones there are. */
export function unknownCommand(words: readonly string[], commands: readonly ListedCommand[]): UsageError {
  const [first = ''] = words
  const group = findGroup(words, commands)
  if (!group) {
    const advice = adviceOnApi(words, commands)
    return new UsageError(`No command is called "${first}": tidepool --help lists them${advice}`)
  }
  const [asked] = group.rest
  const isNamed = asked !== undefined && !asked.startsWith('-')
  if (group.name === 'call') {
    const fault = isNamed
      ? `No command of the API has the path "${words[1]}"`
      : 'call needs a command of the API'
    return new UsageError(`${fault}: tidepool call --help lists them`)
  }
  const fault = isNamed ? `${group.name} has no command "${asked}"` : `${group.name} needs a command`
  return new UsageError(`${fault}: ${group.next.join(', ')}`)
}

/** How the API calls what the command line does not. */
function adviceOnApi(words: readonly string[], commands: readonly ListedCommand[]): string {
  const found = findCommand(['call', ...words], commands)
  if (found) return `; tidepool ${found.words.join(' ')} calls it`
  const group = findGroup(['call', ...words], commands)
  return group && group.name !== 'call' ? `; tidepool ${group.name} --help lists those of the API` : ''
}
