import type { CID } from '../codec/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import type { AddPinOptions, Pins } from './pins.ts'

/** Blocks visited so far, or at the end all that is pinned now. */
export type PinAllEvent = { readonly visited: number } | { readonly pinned: readonly CID[] }

export interface PinAllOptions extends AddPinOptions {
  readonly clock: Pick<Clock, 'now'>
  /** Where a path leads. */
  readonly resolve: (path: string, options: AbortOptions) => Promise<CID>
}

/** Progress is told this often, as far as the walk gets on. */
const PROGRESS_EVERY_MS = 500

/** Pins what paths lead to, one after the other; the first that fails ends it, and those before stay pinned. */
export async function* pinAll(
  pins: Pick<Pins, 'adding'>,
  paths: readonly string[],
  { clock, resolve, ...options }: PinAllOptions,
): AsyncGenerator<PinAllEvent, void> {
  const pinned: CID[] = []
  let visited = 0
  let toldAtMs = clock.now()
  for (const path of paths) {
    const cid = await resolve(path, options)
    for await (const _ of pins.adding(cid, options)) {
      visited += 1
      if (clock.now() - toldAtMs < PROGRESS_EVERY_MS) continue
      toldAtMs = clock.now()
      yield { visited }
    }
    pinned.push(cid)
  }
  if (visited > 0) yield { visited }
  yield { pinned }
}
