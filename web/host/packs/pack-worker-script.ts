/** The requests of the tab to the worker. A name is the text of a pack number. */
export type PackTask =
  | { readonly kind: 'open'; readonly folder: readonly string[] }
  | {
      readonly kind: 'write'
      readonly name: string
      /** Sent back with the reply, so that the next pack is written from the same memory. */
      readonly buffer: ArrayBuffer
      /** The file is the beginning of the buffer. */
      readonly sizeBytes: number
    }
  | { readonly kind: 'read'; readonly name: string; readonly offset: number; readonly sizeBytes: number }

export interface PackReply {
  readonly id: number
  /** The buffer of a write, or the bytes of a read. */
  readonly buffer?: ArrayBuffer
  /** There already was a file with this name, which is unchanged. */
  readonly isTaken?: boolean
  /** Name and message of the error. */
  readonly error?: string
}

/**
 * Runs in a dedicated worker, the only place where browsers have synchronous file handles. The worker is created
 * from the source text of this function, because a file of its own would have to be found by every bundler. So
 * the function uses nothing outside of itself.
 */
export function packWorkerScript(): void {
  /** A synchronous handle: the types of a window lack it. */
  interface SyncHandle {
    getSize(): number
    read(bytes: Uint8Array, options: { readonly at: number }): number
    write(bytes: Uint8Array, options: { readonly at: number }): number
    close(): void
  }
  interface SyncFile {
    createSyncAccessHandle(options?: { readonly mode: 'read-only' }): Promise<SyncHandle>
  }
  let folder: FileSystemDirectoryHandle | undefined

  const file = async (name: string, create: boolean) => {
    if (!folder) throw new Error('the folder is not open')
    return (await folder.getFileHandle(name, { create })) as unknown as SyncFile
  }
  const open = async (path: readonly string[]) => {
    if (!('createSyncAccessHandle' in FileSystemFileHandle.prototype)) throw new Error('no synchronous files')
    let directory = await navigator.storage.getDirectory()
    for (const name of path) directory = await directory.getDirectoryHandle(name, { create: true })
    folder = directory
  }
  /** Resolves to false, without a change, when the file exists. A file that cannot be written is removed. */
  const write = async (name: string, bytes: Uint8Array) => {
    const handle = await (await file(name, true)).createSyncAccessHandle()
    let isWhole = false
    try {
      if (handle.getSize() > 0) {
        isWhole = true
        return false
      }
      isWhole = handle.write(bytes, { at: 0 }) === bytes.byteLength
      if (!isWhole) throw new DOMException('The file was not written to its end', 'QuotaExceededError')
      return true
    } finally {
      handle.close()
      if (!isWhole) await folder?.removeEntry(name)
    }
  }
  const read = async (name: string, offset: number, sizeBytes: number) => {
    const handle = await (await file(name, false)).createSyncAccessHandle({ mode: 'read-only' })
    try {
      const left = Math.max(0, Math.min(sizeBytes, handle.getSize() - offset))
      const bytes = new Uint8Array(left)
      const end = left > 0 ? handle.read(bytes, { at: offset }) : 0
      return end === left ? bytes.buffer : bytes.buffer.slice(0, end)
    } finally {
      handle.close()
    }
  }
  const perform = async (id: number, task: PackTask): Promise<PackReply> => {
    if (task.kind === 'open') await open(task.folder)
    if (task.kind === 'read') return { id, buffer: await read(task.name, task.offset, task.sizeBytes) }
    if (task.kind !== 'write') return { id }
    const { name, buffer, sizeBytes } = task
    return { id, buffer, isTaken: !(await write(name, new Uint8Array(buffer, 0, sizeBytes))) }
  }
  self.onmessage = async ({ data: { id, task } }: MessageEvent<{ id: number; task: PackTask }>) => {
    const reply = await perform(id, task).catch((error: unknown): PackReply => ({ id, error: String(error) }))
    self.postMessage(reply, { transfer: reply.buffer ? [reply.buffer] : [] })
  }
}
