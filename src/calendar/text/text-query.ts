import { fold } from './fold.ts'

/** All words and phrases must occur, none of `without` may; folded like the rows' texts. */
export interface TextQuery {
  readonly all: readonly string[]
  readonly without: readonly string[]
}

/** Characters of a search that are looked at, and how many words and phrases of them. */
const LONGEST_SEARCH = 1600
const MOST_TERMS = 32

/**
 * What a search asks for: each word, each phrase in quotes, and what is not wanted, after a minus. Folded. A
 * quote without an end counts as a blank. Spec: calendar facts, 8.5.
 */
export function readTextQuery(search: string): TextQuery {
  const all = new Set<string>()
  const without = new Set<string>()
  for (const [, minus = '', phrase, word = ''] of search.slice(0, LONGEST_SEARCH).matchAll(TERM)) {
    const term = fold(phrase ?? word).trim()
    if (term !== '' && all.size + without.size < MOST_TERMS) (minus === '' ? all : without).add(term)
  }
  return { all: [...all], without: [...without] }
}

const TERM = /(?<![^\s",])(-?)(?:"([^"]*)"|([^\s",]+))/g
