import { DomainError } from '../src/errors.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import type { PackFile, PackRange } from '../src/ports/pack-files.ts'
import type { Space } from '../src/ports/space.ts'
import type { PackStore } from './pack-store.ts'
import type { StorageSlots } from './storage-slots.ts'

/** Files in one folder, of which a listing gives all names at once. */
const FOLDER_FILES = 1_000

/** An entry of a folder as the runtime lists it. */
interface FolderEntry {
  readonly name: string
  readonly type: string
}

export interface DiskPacksOptions {
  /**
   * The runtime's service for one folder on this machine's disk. It writes a file under a temporary name and
   * renames it, without waiting for the disk: a file survives the end of the process, not a power cut.
   */
  readonly folder: Pick<Fetcher, 'fetch'>
  readonly slots: StorageSlots
  /** The free space of that disk. */
  readonly space?: Space | undefined
}

/**
 * {@link PackStore} in a folder of this machine: the file `<number / 1,000>/<number % 1,000>` for each pack.
 * Names consist of numbers only, because the service removes a folder with everything in it.
 */
export function diskPacks({ folder, slots, space }: DiskPacksOptions): PackStore {
  const ask = (name: string, init?: RequestInit) => folder.fetch(`http://packs/${name}`, init)
  const sizeOf = async (name: string) => {
    const { status, headers } = await ask(name, { method: 'HEAD' })
    return status === 200 ? Number(headers.get('Content-Length')) : undefined
  }
  const read = async ({ pack, offset, sizeBytes }: PackRange) => {
    const last = offset + Math.max(sizeBytes, 1) - 1
    const response = await ask(nameOf(pack), { headers: { Range: `bytes=${offset}-${last}` } })
    if (response.ok) {
      const bytes = new Uint8Array(await response.arrayBuffer())
      // A range of the whole file is answered without naming a range.
      const from = response.status === 200 ? offset : 0
      return bytes.subarray(from, from + sizeBytes)
    }
    await response.body?.cancel()
    if (response.status === 404) return undefined
    if (response.status === 416) return new Uint8Array()
    throw failed('read', pack, response.status)
  }
  const entriesOf = async (name: string): Promise<FolderEntry[]> => (await ask(name)).json()

  return {
    write: (pack, parts, options) =>
      slots.run(async () => {
        const name = nameOf(pack)
        if ((await sizeOf(name)) !== undefined) return false
        const sizeBytes = parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
        const put = () => ask(name, { method: 'PUT', body: streamOf(parts, sizeBytes) })
        const growing = options?.isRemoval ? space?.change(put, sizeBytes) : space?.grow(sizeBytes, put)
        const { ok, status } = await (growing ?? put())
        if (!ok) throw failed('write', pack, status)
        return true
      }, options),
    read: (range, options) =>
      slots.run(async () => {
        try {
          return await read(range)
        } catch (error) {
          // The runtime's service breaks off at a range of an empty file, which a power cut may leave.
          if ((await sizeOf(nameOf(range.pack))) === 0) return new Uint8Array()
          throw error
        }
      }, options),
    remove: async (packs, options) => {
      const absent: number[] = []
      for (const pack of packs) {
        const status = await slots.run(() => removeFile(ask, { pack, space }), options)
        if (status === 404) absent.push(pack)
        else if (status >= 400) throw failed('remove', pack, status)
      }
      return absent
    },
    async *list(options = {}) {
      const folders = await slots.run(() => entriesOf(''), options)
      for (const { name, type } of folders) {
        if (type !== 'directory' || !isNumber(name)) continue
        yield await slots.run(() => filesIn(name), options)
        options.signal?.throwIfAborted()
      }
    },
  }

  async function filesIn(name: string): Promise<PackFile[]> {
    const found: PackFile[] = []
    for (const entry of await entriesOf(name)) {
      const pack = Number(name) * FOLDER_FILES + Number(entry.name)
      if (entry.type !== 'file' || !isNumber(entry.name) || pack < 1) continue
      const sizeBytes = await sizeOf(nameOf(pack))
      if (sizeBytes !== undefined && nameOf(pack) === `${name}/${entry.name}`) found.push({ pack, sizeBytes })
    }
    return found
  }
}

/** A body that is written part by part, without a copy of all parts in one buffer. */
function streamOf(parts: readonly Uint8Array[], sizeBytes: number): ReadableStream {
  const { readable, writable } = new FixedLengthStream(sizeBytes)
  const write = async () => {
    const writer = writable.getWriter()
    for (const part of parts) if (part.byteLength > 0) await writer.write(part)
    await writer.close()
  }
  // The request fails with the same error.
  write().catch(() => undefined)
  return readable
}

interface Removal extends AbortOptions {
  readonly pack: number
  readonly space: Space | undefined
}

async function removeFile(
  ask: (name: string, init?: RequestInit) => Promise<Response>,
  { pack, space }: Removal,
): Promise<number> {
  const remove = () => ask(nameOf(pack), { method: 'DELETE' })
  const response = await (space ? space.change(remove) : remove())
  await response.body?.cancel()
  return response.status
}

function isNumber(name: string): boolean {
  return /^\d+$/.test(name)
}

/** Throws for anything that is not a positive integer: no other text may become a name. */
function nameOf(pack: number): string {
  if (!Number.isSafeInteger(pack) || pack < 1) throw new Error(`Cannot name pack "${pack}": not a number`)
  return `${Math.floor(pack / FOLDER_FILES)}/${pack % FOLDER_FILES}`
}

function failed(action: string, pack: number, status: number): DomainError {
  return new DomainError('unavailable', `Cannot ${action} pack ${pack}: the disk answered ${status}`)
}
