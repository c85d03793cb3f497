import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import type { AddPinOptions, Pins } from './pins.ts'

/** How many blocks were visited so far. */
export interface Visited {
  readonly blocks: number
  readonly sizeBytes: number
}

/** The blocks visited so far, or at the end all that is pinned now. */
export type PinAllEvent = { readonly visited: Visited } | { readonly pinned: readonly CID[] }

export interface PinAllOptions extends Omit<AddPinOptions, 'revisit'> {
  /** Counts blocks, those of what is pinned already too; without it no event tells of progress. */
  readonly progress?: boolean | undefined
  readonly clock: Pick<Clock, 'now'>
  /** The size of a block that is held. */
  readonly stat: (cid: CID, options: AbortOptions) => Promise<{ readonly sizeBytes: number }>
  /** Where a path leads. */
  readonly resolve: (path: string, options: AbortOptions) => Promise<CID>
}

/** Progress is told this often, as far as the walk gets on. */
const PROGRESS_EVERY_MS = 500

/** Pins what paths lead to, one after the other; the first that fails ends it, and those before stay pinned. */
export async function* pinAll(
  pins: Pick<Pins, 'adding'>,
  paths: readonly string[],
  { clock, resolve, stat, progress = false, ...options }: PinAllOptions,
): AsyncGenerator<PinAllEvent, void> {
  const pinned: CID[] = []
  let visited = { blocks: 0, sizeBytes: 0 }
  let toldAtMs = clock.now()
  for (const path of paths) {
    const cid = await resolve(path, options)
    for await (const block of pins.adding(cid, { ...options, revisit: progress })) {
      if (!progress) continue
      const { sizeBytes } = await stat(block, options)
      visited = { blocks: visited.blocks + 1, sizeBytes: visited.sizeBytes + sizeBytes }
      if (clock.now() - toldAtMs < PROGRESS_EVERY_MS) continue
      toldAtMs = clock.now()
      yield { visited }
    }
    pinned.push(cid)
  }
  if (progress) yield { visited }
  yield { pinned }
}
