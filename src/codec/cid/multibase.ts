import type { MultibaseCodec } from 'multiformats/bases/interface'
import { bases } from 'multiformats/basics'

export type { MultibaseCodec }

const all: readonly MultibaseCodec<string>[] = Object.values(bases)

const byName = new Map(all.map((base) => [base.name, base]))
const byPrefix = new Map(all.map((base) => [base.prefix, base]))

/** The multibase of that name or of that one-letter prefix, or `undefined`. */
export function multibaseFor(nameOrPrefix: string): MultibaseCodec<string> | undefined {
  return byName.get(nameOrPrefix) ?? byPrefix.get(nameOrPrefix)
}

/** The multibase that a text begins with the prefix of, or `undefined`. Prefixes may be beyond 16 bits. */
export function multibaseOf(text: string): MultibaseCodec<string> | undefined {
  return byPrefix.get(String.fromCodePoint(text.codePointAt(0) ?? 0))
}
