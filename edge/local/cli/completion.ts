import type { ListedCommand } from '../../../src/rpc/declare/command-list.ts'
import { CLI_COMMANDS, DIRECT } from './help.ts'
import { OWN_OPTIONS } from './parse-words.ts'
import { UsageError } from './usage-error.ts'

/** Words that call this program back to complete a line. They begin with what no command is called. */
export const COMPLETE = '--complete'

/** Scripts by shell. Each asks the program itself, so it offers the commands of the installed version. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_tidepool() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _tidepool tidepool
`,
  zsh: `#compdef tidepool
_tidepool() {
  local -a found
  found=("\${(@f)$("\${words[1]}" ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _tidepool tidepool
`,
  fish: `complete -c tidepool -a '(tidepool ${COMPLETE} (commandline -opc)[2..] (commandline -ct))'
`,
}

/** The script that a shell reads at its start. Throws `UsageError` for another shell. */
export function completionScript(shell: string | undefined): string {
  const script = SCRIPTS[shell ?? '']
  if (script === undefined)
    throw new UsageError(`completion needs a shell: ${Object.keys(SCRIPTS).join(', ')}`)
  return script
}

/** Candidates for the last word. Empty where a file or a value is expected. */
export function completions(words: readonly string[], commands: readonly ListedCommand[]): string[] {
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const offered = last.startsWith('-') ? optionsAfter(before, commands) : wordsAfter(before, commands)
  return offered.filter((word) => word.startsWith(last)).sort()
}

function optionsAfter(before: readonly string[], commands: readonly ListedCommand[]): string[] {
  const command = findCommand(before, commands)?.command
  const declared = [...(command?.options ?? []), ...OWN_OPTIONS]
  return declared.map(({ name }) => `--${name}`)
}

function wordsAfter(before: readonly string[], commands: readonly ListedCommand[]): string[] {
  const [first, ...rest] = before
  if (first === undefined) return Object.keys(CLI_COMMANDS)
  if (first === 'call') return rest.length === 0 ? commands.map(({ path }) => path) : []
  if (first === 'completion') return rest.length === 0 ? Object.keys(SCRIPTS) : []
  if (!DIRECT.some((word) => word === first)) return []
  const prefix = `${before.join('/')}/`
  const inside = commands.filter(({ path }) => path.startsWith(prefix))
  return [...new Set(inside.map(({ path }) => path.slice(prefix.length).split('/')[0] ?? ''))]
}

/** The command that words name, and the words after it: `call pin/ls …`, `call pin ls …` or `pin ls …`. */
export function findCommand(words: readonly string[], commands: readonly ListedCommand[]) {
  const [first = '', ...others] = words
  const isCall = first === 'call'
  if (!isCall && !DIRECT.some((word) => word === first)) return undefined
  const named = isCall ? others : words
  // The longest path wins: `pin remote add`, not `pin`.
  for (let count = Math.min(named.length, 4); count > 0; count -= 1) {
    const path = named.slice(0, count).join('/')
    const command = commands.find((candidate) => candidate.path === path)
    if (command)
      return { command, rest: named.slice(count), words: words.slice(0, words.length - named.length + count) }
  }
  return undefined
}
