import type { Call } from '../../../../src/rpc/client.ts'
import { contentTexts } from '../content-texts.ts'
import type { Item } from './entry.ts'
import { nameOf } from './place.ts'
import { heldCid, statusOf } from './status-of.ts'

export interface Moved {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** An entry of the files that a change has made or removed. */
export interface Placed {
  readonly name: string
  readonly path: string
  readonly cid: string
}

export const noSignal = { signal: new AbortController().signal }

/**
 * Runs a task that notes each step it has done. If it fails after a step, its error is returned, so that the steps
 * can be undone. Throws the error of a task that has done nothing.
 */
export async function noteSteps<T>(
  task: (done: T[]) => Promise<void>,
): Promise<{ readonly done: readonly T[]; readonly failure?: unknown }> {
  const done: T[] = []
  try {
    await task(done)
  } catch (failure) {
    if (done.length === 0) throw failure
    return { done, failure }
  }
  return { done }
}

/**
 * The way back of steps, the last first. A step that fails does not keep the others from being undone. Another call
 * undoes what is left. Throws the first error.
 */
export function undoSteps<T>(steps: readonly T[], undoStep: (step: T) => Promise<void>): () => Promise<void> {
  const left = new Set(steps.toReversed())
  return async () => {
    const failures: unknown[] = []
    for (const step of left) {
      try {
        await undoStep(step)
        left.delete(step)
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
}

export async function moveStep({ from, to }: Moved, on: Call): Promise<void> {
  await on('files/mv', { args: { source: from, dest: to } })
}

/** Moves an item back, unless its old path has another one by now, which the move would replace or go into. */
export async function moveBack({ name, from, to }: Moved, on: Call): Promise<void> {
  if ((await heldCid(from, { ...noSignal, on })) !== undefined) {
    throw new Error(contentTexts.placeTaken(nameOf(from)))
  }
  await moveStep({ name, from: to, to: from }, on)
}

export async function copyStep({ cid, path }: Placed, on: Call): Promise<void> {
  await on('files/cp', { args: { source: `/ipfs/${cid}`, dest: path }, options: { parents: true } })
}

/** Removes what a change has made, unless it was changed since. */
export async function removeMade({ cid, name, path }: Placed, on: Call): Promise<void> {
  const held = await heldCid(path, { ...noSignal, on })
  if (held === undefined) return
  if (held !== cid) throw new Error(contentTexts.changedSince(name))
  await removePaths([path], on)
}

export async function removePaths(path: readonly string[], on: Call): Promise<void> {
  await on('files/rm', { args: { path }, options: { recursive: true } })
}

/** The item as the node has it, since the list may be older. A file without its blocks can be removed too. */
export function newest(item: Item, on: Call): Promise<Item> {
  return statusOf(item.path, { ...noSignal, on }).catch(() => item)
}

/** Puts a removed item back, unless its path has another one by now. */
export async function restoreItem(item: Placed, on: Call): Promise<void> {
  const held = await heldCid(item.path, { ...noSignal, on })
  if (held === item.cid) return
  if (held !== undefined) throw new Error(contentTexts.placeTaken(item.name))
  await copyStep(item, on)
}
