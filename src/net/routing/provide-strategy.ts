/** Content that a node announces automatically: all blocks, those below pins, the pins alone, or the mutable files. */
export type ProvidedKind = 'all' | 'pinned' | 'roots' | 'mfs'

/** The selection of content that a node announces automatically. */
export interface ProvideStrategy {
  readonly kinds: readonly ProvidedKind[]
  /** True to leave out the blocks below the root of a UnixFS file. */
  readonly isEntitiesOnly: boolean
}

/** Announces everything. */
export const PROVIDE_ALL: ProvideStrategy = { kinds: ['all'], isEntitiesOnly: false }

const COMBINED_KINDS: readonly string[] = ['pinned', 'roots', 'mfs'] satisfies readonly ProvidedKind[]

/** They change how a DAG is walked. `unique` changes nothing: each block is announced once anyway. */
const MODIFIERS: readonly string[] = ['unique', 'entities']

/**
 * Parses a strategy such as `all`, `roots` or `pinned+mfs+entities`. `undefined` for any other text. Spec: the reference's
 * configuration, `Provide.Strategy`.
 */
export function parseProvideStrategy(text: string): ProvideStrategy | undefined {
  if (['', 'all', 'flat'].includes(text)) return PROVIDE_ALL
  const words = [...new Set(text.split('+'))]
  const kinds = words.filter((word): word is ProvidedKind => COMBINED_KINDS.includes(word))
  const modifiers = words.filter((word) => MODIFIERS.includes(word))
  if (kinds.length === 0 || words.length !== kinds.length + modifiers.length) return undefined
  if (modifiers.length > 0 && kinds.includes('roots')) return undefined
  return { kinds, isEntitiesOnly: modifiers.includes('entities') }
}
