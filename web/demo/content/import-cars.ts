import { keepingAlive } from '../../keep-alive.ts'
import { bytesText, countText } from '../amounts.ts'
import { call } from '../call.ts'
import type { IntakeTask } from './intake.ts'
import { rememberNames } from './kept-names.ts'
import { namePin } from './name-pin.ts'

/** Takes in the blocks of CAR files and pins their roots. Throws when a file does not hold all of its root. */
export function importCars(files: readonly File[], onAdded: () => Promise<void>): IntakeTask {
  return async ({ signal, progress }) => {
    const blocks = { count: 0, bytes: 0 }
    for (const file of files) {
      progress.start(`Reading ${file.name}, ${bytesText(file.size)}`)
      await keepingAlive(async () => {
        const roots: string[] = []
        for await (const { Root, Stats } of await call(
          'dag/import',
          { body: file, options: { stats: true } },
          { signal },
        )) {
          if (Root?.PinErrorMsg) throw new Error(incomplete(file.name, Root.PinErrorMsg))
          if (Root) roots.push(Root.Cid['/'])
          blocks.count += Stats?.BlockCount ?? 0
          blocks.bytes += Stats?.BlockBytesCount ?? 0
        }
        const name = file.name.replace(/\.car$/i, '')
        const named = roots.map((cid) => (roots.length === 1 ? { cid, name } : { cid }))
        rememberNames(named)
        for (const root of named) await namePin(root, { signal })
      })
      await onAdded()
    }
    return `Imported ${countText(blocks.count, 'block')}, ${bytesText(blocks.bytes)}`
  }
}

function incomplete(name: string, reason: string): string {
  return `${name} does not hold all of its content (${reason}). Export it again where the content is whole, then open that file.`
}
