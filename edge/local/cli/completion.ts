import type { ListedCommand } from '../../../src/rpc/declare/command-list.ts'
import { HELP_OPTION, OWN_OPTIONS } from '../parse-words.ts'
import { SCRIPTS } from './completion-script.ts'
import { findCommand, findGroup } from './find-command.ts'
import { CLI_COMMANDS } from './help.ts'
import { ADAPTED, LOCAL_COMMANDS } from './listed-commands.ts'

/** Candidates for the last word. Empty where a file or a value is expected. */
export function completions(words: readonly string[], commands: readonly ListedCommand[]): string[] {
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const offered = last.startsWith('-') ? optionsAfter(before, commands) : wordsAfter(before, commands)
  return offered.filter((word) => word.startsWith(last)).sort()
}

function optionsAfter(before: readonly string[], commands: readonly ListedCommand[]): string[] {
  return declaredAfter(before, commands).map(({ name }) => `--${name}`)
}

function declaredAfter(before: readonly string[], commands: readonly ListedCommand[]) {
  const [first = ''] = before
  const own = LOCAL_COMMANDS[first]
  if (own) return [...own.options, ...(own.callsNode ? OWN_OPTIONS : [HELP_OPTION])]
  const command = findCommand(before, commands)?.command
  return [...(command?.options ?? []), ...(ADAPTED[first]?.options ?? []), ...OWN_OPTIONS]
}

function wordsAfter(before: readonly string[], commands: readonly ListedCommand[]): string[] {
  const [first, ...rest] = before
  if (first === undefined) return CLI_COMMANDS.map(([name]) => name)
  if (first === 'call') return rest.length === 0 ? commands.map(({ path }) => path) : []
  if (first === 'completion') return rest.length === 0 ? Object.keys(SCRIPTS) : []
  const group = findGroup(before, commands)
  return group?.rest.length === 0 ? [...group.next] : []
}
