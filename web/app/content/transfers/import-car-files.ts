import { RpcError } from '../../../../src/rpc/client.ts'
import { keepingAlive } from '../../../host/keep-alive.ts'
import { bytesText, countText } from '../../amounts.ts'
import { call } from '../../call.ts'
import { countedFile } from '../../counted-file.ts'
import { contentTexts } from '../content-texts.ts'
import { copyItems, folderText } from '../files/changes.ts'
import { namePin } from '../pins/name-pin.ts'
import type { Into } from './add-dropped.ts'
import type { Transfer } from './transfers.ts'
import type { Progress } from './upload-files.ts'

export interface CarsInto extends Into {
  /** Tells whether a root was pinned before. Such a pin stays. */
  readonly isPinned: (cid: string) => boolean
}

/**
 * Imports the blocks of CAR files, and puts files and folders among their roots into a folder. Other roots stay pinned.
 * Throws when a file lacks blocks of its root.
 */
export function importCarFiles(files: readonly File[], { folder, onAdded, isPinned }: CarsInto): Transfer {
  return {
    title: contentTexts.importingTo(folderText(folder)),
    async run({ signal, progress }) {
      const bytesTotal = files.reduce((sum, { size }) => sum + size, 0)
      let told: Progress = { bytes: 0, bytesTotal, files: 0, filesTotal: files.length }
      const blocks = { count: 0, bytes: 0 }
      progress.start(contentTexts.readingFiles(countText(files.length, 'file')))
      for (const file of files) {
        const before = told.bytes
        const onBytes = (bytes: number) => {
          told = { ...told, bytes: before + bytes }
          progress.show(told)
        }
        const imported = await importCar(file, { onBytes, signal })
        blocks.count += imported.blocks
        blocks.bytes += imported.bytes
        for (const root of imported.roots) await placeRoot(root, { folder, isPinned, signal })
        told = { ...told, files: told.files + 1 }
        progress.show(told)
      }
      await onAdded()
      return contentTexts.imported(countText(blocks.count, 'block'), bytesText(blocks.bytes))
    },
  }
}

/** The import has pinned the root. Once the folder has it, the pin is removed, unless it was there before. */
async function placeRoot(
  root: Root,
  { folder, isPinned, signal }: Pick<CarsInto, 'folder' | 'isPinned'> & { readonly signal: AbortSignal },
): Promise<void> {
  try {
    await copyItems([root], folder)
  } catch (error) {
    if (!(error instanceof RpcError) || !/UnixFS/.test(error.message)) throw error
    return namePin(root, { signal })
  }
  if (!isPinned(root.cid)) await call('pin/rm', { args: { 'ipfs-path': root.cid } }, { signal })
}

interface Root {
  readonly cid: string
  readonly name: string
}

interface Imported {
  readonly roots: readonly Root[]
  readonly blocks: number
  readonly bytes: number
}

interface ImportOptions {
  /** Called with the number of bytes of the file that were read so far. */
  readonly onBytes: (bytes: number) => void
  readonly signal: AbortSignal
}

function importCar(file: File, { onBytes, signal }: ImportOptions): Promise<Imported> {
  return keepingAlive(async () => {
    const cids: string[] = []
    let [blocks, bytes] = [0, 0]
    const body = [{ path: file.name, content: countedFile(file, onBytes) }]
    for await (const { Root, Stats } of await call(
      'dag/import',
      { body, options: { stats: true } },
      { signal },
    )) {
      if (Root?.PinErrorMsg) throw new Error(contentTexts.incomplete(file.name, Root.PinErrorMsg))
      if (Root) cids.push(Root.Cid['/'])
      blocks += Stats?.BlockCount ?? 0
      bytes += Stats?.BlockBytesCount ?? 0
    }
    // A file that was saved by this page is named after its single root.
    const name = file.name.replace(/\.car$/i, '')
    return { roots: cids.map((cid) => ({ cid, name: cids.length === 1 ? name : cid })), blocks, bytes }
  })
}
