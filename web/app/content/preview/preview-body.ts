import type { Item } from '../files/entry.ts'

/** The content for a view, which must never treat it as markup. */
export interface PreviewBody {
  readonly body: HTMLElement
  readonly item: Item
  readonly signal: AbortSignal
}
