import type { BlockReader } from '../blocks/load-block.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { LiveRoot, LiveRoots } from '../parts/live-roots.ts'
import { pinOfRow } from '../pins/pin-rows.ts'
import type { Pins } from '../pins/pins.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { savedRows } from './row-blocks.ts'

export interface KeptRootsStore {
  readonly pins: Pick<Pins, 'list'>
  readonly contributions: { readonly roots: () => Promise<Readonly<Record<string, LiveRoots>>> }
}

/** A root that garbage collection keeps, and the part that keeps it. */
export interface KeptRoot extends LiveRoot {
  readonly part: string
}

/** True for a root below which a backup may lack blocks that this node never had. */
export function mayBeLeftOut({ mayBeIncomplete = false, isBackedUpWhole = false }: KeptRoot): boolean {
  return mayBeIncomplete && !isBackedUpWhole
}

/** The roots of pins, and those of the parts. `part` names the only part to ask; all when absent. */
export async function* backedUpRoots(
  { pins, contributions }: KeptRootsStore,
  { part: only, signal }: AbortOptions & { readonly part?: string | undefined } = {},
): AsyncGenerator<KeptRoot, void> {
  if (only === undefined || only === PINS_PART) {
    yield* pinRoots(pins, { signal })
    if (only === PINS_PART) return
  }
  for (const [part, roots] of Object.entries(await contributions.roots())) {
    if (only !== undefined && only !== part) continue
    for await (const root of roots({ signal })) yield { ...root, part }
  }
}

const PINS_PART = 'pins'

/** What a backup has of a part. */
export interface SavedPart {
  /** Blocks of its rows. */
  readonly cids: readonly CID[]
  /** What these rows lead to, where they belong together. */
  readonly roots?: readonly KeptRoot[]
}

/** The roots that the rows of a backup lead to, whatever has been changed since these were read. */
export async function* savedRoots(
  store: KeptRootsStore & { readonly wholeSource: BlockReader },
  parts: ReadonlyMap<string, SavedPart>,
  { signal }: AbortOptions,
): AsyncGenerator<KeptRoot, void> {
  const pinRows = parts.get(PINS_PART)?.cids ?? []
  for (const kind of ['direct', 'recursive'] as const) {
    for await (const row of savedRows(store.wholeSource, pinRows, { signal })) {
      const pin = pinOfRow(row)
      if (pin.kind !== kind) continue
      yield { cid: pin.cid, withoutDescendants: kind === 'direct', part: PINS_PART }
    }
  }
  for (const { roots = [] } of parts.values()) yield* roots
  for (const [part, roots] of Object.entries(await store.contributions.roots())) {
    if (parts.get(part)?.roots) continue
    for await (const root of roots({ signal })) yield { ...root, part }
  }
}

async function* pinRoots(pins: Pick<Pins, 'list'>, { signal }: AbortOptions): AsyncGenerator<KeptRoot, void> {
  for await (const { cid } of pins.list({ type: 'direct', signal })) {
    yield { cid, withoutDescendants: true, part: PINS_PART }
  }
  for await (const { cid } of pins.list({ type: 'recursive', signal })) yield { cid, part: PINS_PART }
}

/** The place of a block for an error message: its path, or its pin, or the part that keeps it. */
export async function placeText(root: KeptRoot, cid: CID, options: AbortOptions): Promise<string> {
  const path = await root.locate?.(cid, options)
  if (path !== undefined) return JSON.stringify(path)
  return root.part === PINS_PART ? `pin "${root.cid}"` : `part "${root.part}"`
}
