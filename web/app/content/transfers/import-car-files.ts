import { keepingAlive } from '../../../host/keep-alive.ts'
import { bytesText, countText } from '../../amounts.ts'
import { call } from '../../call.ts'
import { countedFile } from '../../counted-file.ts'
import { pagePart } from '../../page-part.ts'
import { contentTexts } from '../content-texts.ts'
import { folderText } from '../files/changes.ts'
import type { Into } from './add-dropped.ts'
import { placeRoot, type Root } from './place-root.ts'
import type { Transfer } from './transfers.ts'
import type { Progress } from './upload-files.ts'

const header = pagePart(() => import('./car-roots.ts'))

/**
 * Imports the blocks of CAR files, and puts files and folders among their roots into a folder. Other roots are pinned.
 * Throws when a file lacks blocks of its root.
 */
export function importCarFiles(files: readonly File[], { folder, onAdded }: Into): Transfer {
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
        for (const root of imported.roots) await placeRoot(root, { from: file.name, folder, signal })
        told = { ...told, files: told.files + 1 }
        progress.show(told)
      }
      await onAdded()
      return contentTexts.imported(countText(blocks.count, 'block'), bytesText(blocks.bytes))
    },
  }
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

/** Stores the blocks without pinning the roots, since a pin of the import would replace those that the roots have. */
function importCar(file: File, { onBytes, signal }: ImportOptions): Promise<Imported> {
  return keepingAlive(async () => {
    const { carRoots } = await header()
    const cids = await carRoots(file)
    let [blocks, bytes] = [0, 0]
    const body = [{ path: file.name, content: countedFile(file, onBytes) }]
    for await (const { Stats } of await call(
      'dag/import',
      { body, options: { 'pin-roots': false, stats: true } },
      { signal },
    )) {
      blocks += Stats?.BlockCount ?? 0
      bytes += Stats?.BlockBytesCount ?? 0
    }
    // A file that was saved by this page is named after its single root.
    const name = file.name.replace(/\.car$/i, '')
    return { roots: cids.map((cid) => ({ cid, name: cids.length === 1 ? name : cid })), blocks, bytes }
  })
}
