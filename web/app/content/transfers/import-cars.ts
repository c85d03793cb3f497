import { keepingAlive } from '../../../host/keep-alive.ts'
import { bytesText, countText } from '../../amounts.ts'
import { call } from '../../call.ts'
import { type Kept, rememberNames } from '../pins/kept-names.ts'
import { namePin } from '../pins/name-pin.ts'
import type { Progress } from './add-files.ts'
import { countedFile } from './counted-file.ts'
import type { IntakeTask } from './transfers.ts'

/** Imports the blocks of CAR files and pins their roots. Throws when a file lacks blocks of its root. */
export function importCars(files: readonly File[], onAdded: () => Promise<void>): IntakeTask {
  return async ({ signal, progress }) => {
    const bytesTotal = files.reduce((sum, { size }) => sum + size, 0)
    let told: Progress = { bytes: 0, bytesTotal, files: 0, filesTotal: files.length }
    const blocks = { count: 0, bytes: 0 }
    progress.start(`Reading ${countText(files.length, 'file')}`)
    for (const file of files) {
      const before = told.bytes
      const onBytes = (bytes: number) => {
        told = { ...told, bytes: before + bytes }
        progress.show(told)
      }
      const imported = await importCar(file, { onBytes, signal })
      blocks.count += imported.blocks
      blocks.bytes += imported.bytes
      await rememberNames(imported.roots)
      for (const root of imported.roots) await namePin(root, { signal })
      told = { ...told, files: told.files + 1 }
      progress.show(told)
    }
    await onAdded()
    return `Imported ${countText(blocks.count, 'block')}, ${bytesText(blocks.bytes)}`
  }
}

interface Imported {
  readonly roots: readonly Kept[]
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
      if (Root?.PinErrorMsg) throw new Error(incomplete(file.name, Root.PinErrorMsg))
      if (Root) cids.push(Root.Cid['/'])
      blocks += Stats?.BlockCount ?? 0
      bytes += Stats?.BlockBytesCount ?? 0
    }
    // A file that was saved by this page is named after its single root.
    const name = file.name.replace(/\.car$/i, '')
    return { roots: cids.map((cid) => (cids.length === 1 ? { cid, name } : { cid })), blocks, bytes }
  })
}

function incomplete(name: string, reason: string): string {
  return `${name} is incomplete (${reason}). Export it again where all of the content is available, then open that file.`
}
