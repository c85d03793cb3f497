import { createReadStream } from 'node:fs'
import { decodeManifest, KEYS_PART, type Manifest } from '../../../src/backup/manifest.ts'
import { readCar } from '../../../src/codec/car/read-car.ts'
import { isDomainError } from '../../../src/errors.ts'
import { RpcError } from '../../../src/rpc/client/rpc-error.ts'
import type { ListedCommand } from '../../../src/rpc/declare/command-list.ts'
import { type OwnCommand, ownArgument, ownOption } from '../own-command.ts'
import { OWN_OPTIONS, parseWords } from '../parse-words.ts'
import { UsageError } from '../usage-error.ts'
import { callCommand, callToCarFile } from './call-command.ts'
import { connectionOf } from './connection.ts'
import { PASSPHRASE_OPTION, readPassphrase } from './passphrase.ts'

/** The command that writes a backup. */
export const BACKUP_COMMAND: OwnCommand = {
  about: 'Write the whole node into one file',
  args: [ownArgument('file', 'File to write, which must not exist')],
  options: [
    ownOption(
      'keys',
      'Also the private keys, under a passphrase; needs a token that names backup/export and key/export',
    ),
    ownOption('partial', 'Leave out blocks that are missing or corrupt, instead of failing'),
    PASSPHRASE_OPTION,
  ],
  callsNode: true,
}

/** The command that restores a backup. */
export const RESTORE_COMMAND: OwnCommand = {
  about: 'Restore a backup on a node without content',
  args: [ownArgument('file', 'File that backup has written')],
  options: [
    ownOption(
      'without-keys',
      'Leave out private keys of the file; they need a token that names backup/import and key/rotate',
    ),
    PASSPHRASE_OPTION,
  ],
  callsNode: true,
}

/** The reason of a cut is only in the log of the node: its reply had begun. */
const CUT_ADVICE =
  '; if a block is corrupt, "tidepool backup" names it when it is run again, and --partial leaves it out'

const RESTART_ADVICE = 'Start the node again: it has the keys of the backup from then on.\n'

interface Moved {
  readonly file: string
  readonly options: Readonly<Record<string, string | undefined>>
}

/** Writes a backup to a new file. */
export async function backUp(words: readonly string[]): Promise<void> {
  const { file, options } = readWords('backup', words)
  const hasKeys = options['keys'] === 'true'
  if (!hasKeys && options['passphrase-file'] !== undefined) throw new UsageError('A passphrase needs --keys')
  const isPartial = options['partial'] === 'true'
  const query = new URLSearchParams(isPartial ? { partial: 'true' } : {})
  if (hasKeys) query.set('password', await readPassphrase({ file: options['passphrase-file'], isNew: true }))
  const save = () => callToCarFile(file, { command: 'backup/export', query }, connectionOf(options))
  const sizeBytes = await namingRight(hasKeys && ['backup/export', 'key/export'], () =>
    namingFault(save, { cut: `Cannot save "${file}": the backup was cut`, advice: CUT_ADVICE }),
  )
  const withKeys = hasKeys ? ', with private keys' : ''
  const lacking = isPartial ? ', without blocks that are missing or corrupt' : ''
  process.stderr.write(`Saved ${file}: ${sizeBytes} bytes${withKeys}${lacking}\n`)
}

/** Restores a backup. `command` is `backup/import`. */
export async function restore(words: readonly string[], command: ListedCommand): Promise<void> {
  const { file, options } = readWords('restore', words)
  const task = async () => {
    const sent = await optionsFor(file, options)
    const send = () =>
      callCommand(
        command,
        { options: sent, positionals: [file] },
        { connection: connectionOf(options), isJson: options['json'] === 'true' },
      )
    const hasKeys = 'password' in sent
    await namingRight(hasKeys && ['backup/import', 'key/rotate'], () => namingPassphrase(file, send))
    if (hasKeys) process.stderr.write(RESTART_ADVICE)
  }
  const what = `Cannot restore "${file}": the backup is`
  await namingFault(task, { cut: `${what} incomplete`, changed: `${what} damaged` })
}

/** The options of `backup/import`: the password of the keys, or all parts but the keys. */
async function optionsFor(
  file: string,
  { 'without-keys': withoutKeys, 'passphrase-file': passphraseFile }: Moved['options'],
): Promise<Readonly<Record<string, string | readonly string[]>>> {
  const { parts } = await readManifest(file)
  if (!parts.has(KEYS_PART)) return {}
  if (withoutKeys === 'true') return { part: [...parts.keys()].filter((name) => name !== KEYS_PART) }
  return { password: await readPassphrase({ file: passphraseFile, isNew: false }) }
}

async function readManifest(file: string): Promise<Manifest> {
  const { blocks } = await readCar(createReadStream(file))
  for await (const { cid, bytes } of blocks) {
    try {
      return decodeManifest(cid, bytes)
    } catch (error) {
      if (!isDomainError(error, 'invalid-argument')) throw error
      const advice = `"tidepool call dag/import ${file}" stores what is in it`
      throw new Error(`Cannot restore "${file}": this CAR is no backup; ${advice}`, { cause: error })
    }
  }
  return { createdMs: 0, parts: new Map() }
}

function readWords(action: 'backup' | 'restore', words: readonly string[]): Moved {
  const { options, positionals } = parseWords(words, [
    ...OWN_OPTIONS,
    ...(action === 'backup' ? BACKUP_COMMAND : RESTORE_COMMAND).options,
  ])
  const [file] = positionals
  if (file === undefined || positionals.length > 1)
    throw new UsageError(`${action} needs the path of one file`)
  return { file, options: options as Moved['options'] }
}

/** Says which paths a token has to name, where the node refuses to move private keys. */
async function namingRight<Result>(
  paths: readonly string[] | false,
  task: () => Promise<Result>,
): Promise<Result> {
  try {
    return await task()
  } catch (error) {
    if (!paths || !(error instanceof RpcError) || error.status !== 403) throw error
    const named = paths.map((path) => `/api/v0/${path}`).join(' and ')
    throw new Error(`${error.message} (private keys need a token that names ${named})`, { cause: error })
  }
}

/** Says "passphrase" as the options of the command line do: to the API it is a password. */
async function namingPassphrase(file: string, task: () => Promise<void>): Promise<void> {
  try {
    await task()
  } catch (error) {
    if (!(error instanceof RpcError) || !error.message.includes('wrong password')) throw error
    throw new Error(`Cannot restore "${file}": wrong passphrase, or damaged keys`, { cause: error })
  }
}

interface FaultWords {
  readonly cut: string
  /** For a block with other bytes than its CID says. */
  readonly changed?: string | undefined
  readonly advice?: string
}

/** Says in words of the caller that a CAR was cut or changed. Other errors are passed on. */
async function namingFault<Result>(
  task: () => Promise<Result>,
  { cut, changed, advice = '' }: FaultWords,
): Promise<Result> {
  try {
    return await task()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const isChanged = error.message.startsWith('mismatch in content integrity')
    const what = error.message === 'unexpected EOF' ? cut : isChanged ? changed : undefined
    if (what === undefined) throw error
    throw new Error(`${what} (${error.message})${advice}`, { cause: error })
  }
}
