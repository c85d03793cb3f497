/** The client whose commands these are. */
const PROGRAM = 'ipfs'

/** A script that completes the words of each path after those before it. */
export function bashCompletion(paths: readonly string[]): string {
  return `_${PROGRAM}_paths="${paths.join(' ')}"
_${PROGRAM}_complete() {
  local prefix="" words="" word path rest
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) prefix="$prefix$word/" ;; esac
  done
  for path in $_${PROGRAM}_paths; do
    case "$path" in "$prefix"*) rest="\${path#"$prefix"}"; words="$words \${rest%%/*}" ;; esac
  done
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _${PROGRAM}_complete ${PROGRAM}
`
}

/** The same, which zsh runs through its own reader of such scripts. */
export function zshCompletion(paths: readonly string[]): string {
  return `autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${bashCompletion(paths)}`
}

/** A line for each word of each path. */
export function fishCompletion(paths: readonly string[]): string {
  const lines = paths.map((path) => {
    const words = path.split('/')
    const word = words.pop()
    const seen = words.map((before) => `__fish_seen_subcommand_from ${before}`)
    const condition = seen.length === 0 ? '__fish_use_subcommand' : seen.join('; and ')
    return `complete -c ${PROGRAM} -f -n '${condition}' -a ${word}\n`
  })
  return lines.join('')
}
