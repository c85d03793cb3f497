import { mkdtempSync } from 'node:fs'
import { chmod, lstat, lutimes, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TarHeader } from 'modern-tar'
import { unpackTar } from 'modern-tar/fs'
import { ownArgument } from '../own-command.ts'
import type { ParsedWords } from '../parse-words.ts'
import { UsageError } from '../usage-error.ts'
import { type Connection, send } from './connection.ts'
import type { AdaptedCommand } from './describe-command.ts'
import { progressBar } from './progress-bar.ts'
import { cutContent, endedEarly } from './reply-end.ts'
import { removedAtSignals } from './unfinished.ts'

/** `get` as the command line runs it: it writes files. */
export const GET_COMMAND: AdaptedCommand = {
  about: 'Write a file or a folder of the network to this machine',
  args: [ownArgument('ipfs-path', 'CID or path of the file or folder')],
  options: [],
  abouts: {
    output: 'Path to write to, which must not exist. Default: the last name of the path, in this folder',
    archive: '',
    compress: '',
    'compression-level': '',
    progress: '',
  },
}

/** How the unpacker says that an archive ended early. */
const TRUNCATED = 'Tar archive is truncated'

/** Read, write and search, for the owner. */
const OWNER_BITS = 0o700

const REMOVALS = 5
const PAUSE_MS = 20

/**
 * Writes a file or a folder of the network to this machine: to `--output`, or to the last name of its path in the
 * current folder. It is written beside its target and moved there when it is complete. Throws when the target exists.
 * A name of the archive that leads out of it is refused.
 */
export async function getFiles({ options, positionals }: ParsedWords, connection: Connection): Promise<void> {
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new UsageError('get needs the path of one file or folder')
  const { output, archive, compress, ...sent } = options
  if (archive !== undefined || compress !== undefined) {
    throw new UsageError('get writes files: tidepool call get prints an archive')
  }
  const target = resolve(typeof output === 'string' ? output : basename(path.replace(/\/+$/, '')))
  if (await isThere(target)) throw new Error(`Cannot write "${target}": exists already`)
  const query = new URLSearchParams({ arg: path, ...(sent as Record<string, string>) })
  const response = await send(connection, 'get', query)
  const make = () => mkdtempSync(join(dirname(target), '.tidepool-get-'))
  await removedAtSignals(make, (folder) => unpack(response, { path, folder, target }))
  process.stderr.write(`Saved ${target}\n`)
}

interface Unpacked {
  readonly path: string
  /** The folder beside the target in which the archive is unpacked. */
  readonly folder: string
  readonly target: string
}

/** Unpacks an archive, and moves what is in it to its target. */
async function unpack(response: Response, { path, folder, target }: Unpacked): Promise<void> {
  const bar = progressBar(Number(response.headers.get('X-Content-Length') ?? 0))
  try {
    let done = 0
    const count = new Transform({
      transform(chunk: Uint8Array, _encoding, callback) {
        done += chunk.byteLength
        bar.show(done)
        callback(null, chunk)
      },
    })
    const source = Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
    const folders: TarHeader[] = []
    const map = (header: TarHeader) => {
      if (header.name.includes('\\')) throw unwritableName(header, path)
      const safe = withSafeMode(header)
      if (header.type !== 'directory') return safe
      folders.push(safe)
      // Until it is complete, its owner writes into it.
      return { ...safe, mode: (safe.mode ?? 0) | OWNER_BITS }
    }
    await pipeline(source, count, unpackTar(folder, { strict: true, map })).catch((error: unknown) => {
      throw isCut(error) ? cutContent(path, error) : error
    })
    await setTimes(folder, folders)
    const [first, ...below] = folders
    await setModes(folder, below)
    const [root, ...others] = await readdir(folder)
    if (root === undefined || others.length > 0) throw new Error(`Cannot read "${path}": no single root`)
    await rename(join(folder, root), target)
    if (first) await setModes(target, [{ ...first, name: '' }])
    await rm(folder, { recursive: true })
  } catch (error) {
    await removeUnfinished(folder)
    throw error
  } finally {
    bar.clear()
  }
}

/**
 * Gives folders their times, which each file that was written into them has changed. A disk that keeps no times has the
 * content all the same: as with files, whose times the unpacker sets.
 */
async function setTimes(root: string, folders: readonly TarHeader[]): Promise<void> {
  for (const { name, mtime } of folders) {
    if (mtime) await lutimes(join(root, name), mtime, mtime).catch(() => undefined)
  }
}

/** Takes rights of the owner from folders whose modes lack them. A folder is after the one that it is in. */
async function setModes(root: string, folders: readonly TarHeader[]): Promise<void> {
  for (const { name, mode = OWNER_BITS } of folders.toReversed()) {
    if ((mode & OWNER_BITS) !== OWNER_BITS) await chmod(join(root, name), mode).catch(() => undefined)
  }
}

/** The error for a name that the unpacker would write as a path. */
function unwritableName({ name }: TarHeader, path: string): Error {
  const advice = `"tidepool call get ${path}" prints an archive for another program`
  return new Error(`Cannot write "${name}": the name has a backslash; ${advice}`)
}

/** The unpacker does not wait for what it has begun: it may make the folder again, or a file in it, after it has failed. */
async function removeUnfinished(folder: string): Promise<void> {
  for (let times = 0; times < REMOVALS; times += 1) {
    await rm(folder, { recursive: true, force: true, maxRetries: REMOVALS })
    await sleep(PAUSE_MS)
  }
}

/** Only the owner may write, and no file gets the rights of its owner when it is run. */
function withSafeMode(header: TarHeader): TarHeader {
  return header.mode === undefined ? header : { ...header, mode: header.mode & 0o755 }
}

function isCut(error: unknown): boolean {
  return endedEarly(error) || (error instanceof Error && error.message.startsWith(TRUNCATED))
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
