import type { Item } from './entry.ts'

/** Bounds of one search. What is below a folder may be without end. */
export interface SearchBudget {
  readonly entries: number
  readonly folders: number
  readonly matches: number
}

export const SEARCH_BUDGET: SearchBudget = { entries: 50_000, folders: 2_000, matches: 1_000 }

export interface Found {
  readonly matches: readonly Item[]
  /** False when the search ended at its budget, so that there may be more. */
  readonly isWhole: boolean
}

/** Finds entries below a folder whose name contains the text, level by level. */
export async function findInTree(
  folder: string,
  text: string,
  {
    read,
    budget = SEARCH_BUDGET,
  }: { readonly read: (folder: string) => AsyncIterable<readonly Item[]>; readonly budget?: SearchBudget },
): Promise<Found> {
  const wanted = text.trim().toLowerCase()
  const matches: Item[] = []
  const folders = [folder]
  let entries = 0
  for (let at = 0; at < folders.length; at += 1) {
    if (at === budget.folders) return { matches, isWhole: false }
    for await (const items of read(folders[at] ?? folder)) {
      for (const item of items) {
        entries += 1
        if (entries > budget.entries) return { matches, isWhole: false }
        if (item.isFolder) folders.push(item.path)
        if (!matchesName(item, wanted)) continue
        if (matches.length === budget.matches) return { matches, isWhole: false }
        matches.push(item)
      }
    }
  }
  return { matches, isWhole: true }
}

/** True if the name contains the text, or the CID begins with it. `wanted` is in lower case. */
export function matchesName({ name, cid }: Pick<Item, 'name' | 'cid'>, wanted: string): boolean {
  return name.toLowerCase().includes(wanted) || (wanted.length > 5 && cid.toLowerCase().startsWith(wanted))
}
