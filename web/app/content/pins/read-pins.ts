import { keepingAlive } from '../../../host/keep-alive.ts'
import { call } from '../../call.ts'
import { type Kept, readKeptNames } from './kept-names.ts'

/** Maximum number of roots in the list. Further ones can be found through the API. */
const MAX_KEPT = 20_000

/**
 * Reads the roots that are pinned, at most {@link MAX_KEPT}: first those that this page added, the newest first, then
 * all others.
 */
export async function readPins(): Promise<Kept[]> {
  const known = await readKeptNames()
  const added = [...known.keys()]
  const place = new Map(added.map((cid, at) => [cid, at]))
  const kept = await keepingAlive(async () => {
    const found: Kept[] = []
    for (const type of ['recursive', 'direct'] as const) {
      const options = { type, stream: true, names: true } as const
      for await (const line of await call('pin/ls', { options })) {
        if (!('Cid' in line)) continue
        if (found.length === MAX_KEPT) break
        const { Cid: cid, Name: name } = line
        found.push({ ...known.get(cid), cid, type, ...(name !== undefined && { name }) })
      }
    }
    return found
  })
  return kept.toSorted((a, b) => (place.get(b.cid) ?? -1) - (place.get(a.cid) ?? -1))
}
