import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { MIN_PASSWORD_CHARACTERS } from '../../../src/backup/manifest.ts'
import { ownOption } from '../own-command.ts'
import { UsageError } from '../usage-error.ts'

/** The option that names the file of a passphrase. None takes the passphrase itself: every process sees arguments. */
export const PASSPHRASE_OPTION = ownOption(
  'passphrase-file',
  'File with the passphrase of the keys. Default: TIDEPOOL_PASSPHRASE, or asked on the terminal',
  { placeholder: 'path' },
)

interface ReadOptions {
  /** Path of a file whose first line is the passphrase. */
  readonly file?: string | undefined
  /** True asks twice, since a mistyped passphrase would make the keys useless, and refuses one that is too short. */
  readonly isNew: boolean
}

/**
 * Reads a passphrase from a file, from TIDEPOOL_PASSPHRASE, or from the terminal, which does not show it. Throws
 * `UsageError` where there is none of them, and for a new one that the node would refuse.
 */
export async function readPassphrase({ file, isNew }: ReadOptions): Promise<string> {
  const check = (passphrase: string) => {
    if (isNew && passphrase.length < MIN_PASSWORD_CHARACTERS) {
      throw new UsageError(`The passphrase is too short: it needs ${MIN_PASSWORD_CHARACTERS} characters`)
    }
    return passphrase
  }
  if (file !== undefined) return check(readFileSync(file, 'utf8').split(/\r?\n/, 1)[0] ?? '')
  const held = process.env['TIDEPOOL_PASSPHRASE']
  if (held !== undefined) return check(held)
  if (!process.stdin.isTTY) {
    throw new UsageError('The keys need a passphrase: set TIDEPOOL_PASSPHRASE or --passphrase-file')
  }
  const passphrase = check(await ask('Passphrase of the keys: '))
  if (isNew && (await ask('Again: ')) !== passphrase) throw new UsageError('The passphrases differ')
  return passphrase
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  const left = new AbortController()
  lines.once('SIGINT', () => left.abort(new Error('Cancelled')))
  lines.once('close', () => left.abort(new Error('Cancelled')))
  try {
    return await lines.question('', { signal: left.signal })
  } catch (error) {
    throw left.signal.aborted ? left.signal.reason : error
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
