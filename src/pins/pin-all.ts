import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import type { AddPinOptions, Pins } from './pins.ts'

/** Number and bytes of the blocks visited so far. */
export interface Visited {
  readonly blocks: number
  readonly sizeBytes: number
}

/** Progress, or as last event all roots that are now pinned. */
export type PinAllEvent = { readonly visited: Visited } | { readonly pinned: readonly CID[] }

export interface PinAllOptions extends Omit<AddPinOptions, 'revisit'> {
  /** Yields progress events, which also count the blocks of existing pins. */
  readonly progress?: boolean | undefined
  readonly clock: Pick<Clock, 'now'>
  /** Gives the size of a stored block. */
  readonly stat: (cid: CID, options: AbortOptions) => Promise<{ readonly sizeBytes: number }>
  /** Resolves a path to a CID. */
  readonly resolve: (path: string, options: AbortOptions) => Promise<CID>
}

/** Shortest time between two progress events. */
const PROGRESS_EVERY_MS = 500

/** Pins paths one after the other. The first failure ends the call; earlier pins stay. */
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
