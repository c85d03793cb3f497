import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { AddPinOptions, Pins } from './pins.ts'

export interface RemovePinsOptions extends Omit<AddPinOptions, 'name'> {
  /** Resolves a path to a CID. */
  readonly resolve: (path: string, options: AbortOptions) => Promise<CID>
}

/** Unpins paths one after the other. The first failure ends the call; earlier removals stay. */
export async function removePins(
  pins: Pick<Pins, 'remove'>,
  paths: readonly string[],
  { resolve, ...options }: RemovePinsOptions,
): Promise<CID[]> {
  const removed: CID[] = []
  for (const path of paths) {
    const cid = await resolve(path, options)
    await pins.remove(cid, options)
    removed.push(cid)
  }
  return removed
}
