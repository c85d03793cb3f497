import type { Item } from '../files/entry.ts'

/** What a view needs to draw content, which it must never treat as markup. */
export interface PreviewBody {
  readonly body: HTMLElement
  readonly item: Item
  readonly signal: AbortSignal
}
