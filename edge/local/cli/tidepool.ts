#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListedCommand, ListedOption } from '../../../src/rpc/declare/command-list.ts'
import { addFiles } from './add-files.ts'
import { callCommand } from './call-command.ts'
import { COMPLETE, completionScript, completions, findCommand } from './completion.ts'
import { connectionOf } from './connection.ts'
import { errorText } from './error-text.ts'
import { getFiles } from './get-files.ts'
import { CLI_COMMANDS, commandHelp, commandIndex, generalHelp, ownHelp } from './help.ts'
import { backUp, MOVE_OPTIONS, restore } from './move-node.ts'
import { OWN_OPTIONS, parseWords, withCommandFirst } from './parse-words.ts'
import { startNode } from './start-node.ts'
import { UsageError } from './usage-error.ts'

/** Options of `add` that concern this machine and not the node. */
const ADD_OPTIONS: readonly ListedOption[] = [
  {
    name: 'hidden',
    about: 'Also files and folders below whose names begin with a dot',
    type: 'bool',
    aliases: ['H'],
  },
  {
    name: 'recursive',
    about: 'For those who are used to it: folders are always added with all that is in them',
    type: 'bool',
    aliases: ['r'],
  },
]

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe has left, as `head` does.
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
try {
  await run(withCommandFirst(process.argv.slice(2)))
} catch (error) {
  process.stderr.write(`${errorText(error)}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
}

async function run(words: readonly string[]): Promise<void> {
  const [first, ...rest] = words
  if (first === undefined) throw new UsageError(generalHelp())
  if (first === '--help' || first === '-h' || first === 'help') return print(generalHelp())
  if (first === '--version') return print(`${version()}\n`)
  if (first === COMPLETE)
    return print(
      completions(rest, commands())
        .map((word) => `${word}\n`)
        .join(''),
    )
  if (first === 'completion') return print(completionScript(rest[0]))
  if (rest.includes('--help') && first in CLI_COMMANDS && !findCommand(words, commands())) {
    const options = first === 'backup' || first === 'restore' ? MOVE_OPTIONS[first] : []
    return print(first === 'call' ? commandIndex(commands()) : ownHelp(first, options))
  }
  if (first === 'start') return startNode(rest)
  if (first === 'token' || first === 'calendar-user') {
    process.argv.splice(2, 1)
    await (first === 'token' ? import('../make-token.ts') : import('../make-calendar-user.ts'))
    return undefined
  }
  if (first === 'backup') return backUp(rest)
  if (first === 'restore') return restore(rest, required('backup/import'))
  return call(words)
}

/** Calls the command that the words name. */
async function call(words: readonly string[]): Promise<void> {
  const found = findCommand(words, commands())
  if (!found) {
    const asked = words[0] === 'call' ? words.slice(0, 2).join(' ') : words[0]
    const ofApi = findCommand(['call', ...words], commands())
    const advice = ofApi ? `; tidepool ${ofApi.words.join(' ')} calls it` : ''
    throw new UsageError(`No command is called "${asked}": tidepool --help lists them${advice}`)
  }
  const { command, rest } = found
  const isAdd = words[0] === 'add'
  const more = isAdd ? ADD_OPTIONS : []
  const parsed = parseWords(rest, [...command.options, ...more, ...OWN_OPTIONS])
  const { api, token, json, help, ...options } = parsed.options as Record<string, string | undefined>
  if (help === 'true') return print(commandHelp(found.words.join(' '), command, more))
  const connection = connectionOf({ api, token })
  // `config` has an option of this name too, for its value: both are meant.
  const isForNode = json !== undefined && command.options.some(({ name }) => name === 'json')
  const input = { ...parsed, options: { ...options, ...(isForNode && { json }) } as Record<string, string> }
  if (isAdd) return addFiles(input, { connection, isJson: json === 'true' })
  if (words[0] === 'get') return getFiles(input, connection)
  return callCommand(command, input, { connection, isJson: json === 'true' })
}

function required(path: string): ListedCommand {
  const command = commands().find((one) => one.path === path)
  if (!command) throw new Error(`This version has no command ${path}`)
  return command
}

function commands(): ListedCommand[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'commands.json'), 'utf8'))
}

function version(): string {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version
}

function print(text: string): void {
  process.stdout.write(text)
}
