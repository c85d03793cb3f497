#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListedCommand } from '../../../src/rpc/declare/command-list.ts'
import { exitWith } from '../exit-with.ts'
import { OWN_OPTIONS, parseWords, withCommandFirst } from '../parse-words.ts'
import { runSecretCommand } from '../secret-command.ts'
import { UsageError } from '../usage-error.ts'
import { addFiles } from './add-files.ts'
import { callCommand } from './call-command.ts'
import { completions } from './completion.ts'
import { COMPLETE, completionScript } from './completion-script.ts'
import { connectionOf } from './connection.ts'
import { explainError } from './explain-error.ts'
import { findCommand, unknownCommand } from './find-command.ts'
import { getFiles } from './get-files.ts'
import { askedHelp, generalHelp, helpOf } from './help.ts'
import { ADAPTED, SECRET_COMMANDS } from './listed-commands.ts'
import { backUp, restore } from './move-node.ts'
import { watchReader } from './output-reader.ts'
import { startNode } from './start-node.ts'

watchReader()
await run(withCommandFirst(process.argv.slice(2))).catch((error: unknown) => exitWith(explainError(error)))

async function run(words: readonly string[]): Promise<void> {
  const [first, ...rest] = words
  if (first === undefined) throw new UsageError(generalHelp())
  if (first === '--version') return print(`${version()}\n`)
  if (first === COMPLETE) {
    for (const word of completions(rest, commands())) print(`${word}\n`)
    return undefined
  }
  const help = askedHelp(words, commands)
  if (help !== undefined) return print(help)
  if (first === 'completion') return print(completionScript(rest[0]))
  if (first === 'start') return startNode(rest)
  const secret = SECRET_COMMANDS.get(first)
  if (secret)
    return runSecretCommand(secret, { call: `tidepool ${first}`, start: 'tidepool start', words: rest })
  if (first === 'backup') return backUp(rest)
  if (first === 'restore') return restore(rest, required('backup/import'))
  return call(words)
}

/** Calls the command that the words name. */
async function call(words: readonly string[]): Promise<void> {
  const found = findCommand(words, commands())
  if (!found) throw unknownCommand(words, commands())
  const { command, rest } = found
  const [first = ''] = words
  const more = ADAPTED[first]?.options ?? []
  const parsed = parseWords(rest, [...command.options, ...more, ...OWN_OPTIONS])
  const { api, token, json, help, ...options } = parsed.options as Record<string, string | undefined>
  if (help === 'true') return print(helpOf(found.words, commands()))
  const connection = connectionOf({ api, token })
  // `config` has an option of this name too, for its value: both are meant.
  const isForNode = json !== undefined && command.options.some(({ name }) => name === 'json')
  const input = { ...parsed, options: { ...options, ...(isForNode && { json }) } as Record<string, string> }
  if (first === 'add') return addFiles(input, { connection, isJson: json === 'true' })
  if (first === 'get') return getFiles(input, connection)
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
