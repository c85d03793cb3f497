import { type OwnCommand, ownArgument } from '../own-command.ts'
import { UsageError } from '../usage-error.ts'

/** Words that call this program back to complete a line. They begin with what no command is called. */
export const COMPLETE = '--complete'

/** Scripts by shell. Each asks the program itself, so it offers the commands of the installed version. */
export const SCRIPTS: Readonly<Record<string, string>> = {
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

/** The command that prints a script. */
export const COMPLETION_COMMAND: OwnCommand = {
  about: 'Print completions for a shell: bash, zsh or fish',
  args: [ownArgument('shell', `The shell that reads them: ${Object.keys(SCRIPTS).join(', ')}`)],
  options: [],
  callsNode: false,
}
