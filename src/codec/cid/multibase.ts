import type { MultibaseCodec } from 'multiformats/bases/interface'
import { bases } from 'multiformats/basics'

export type { MultibaseCodec }

const all: readonly MultibaseCodec<string>[] = Object.values(bases)

const byName = new Map(all.map((base) => [base.name, base]))
const byPrefix = new Map(all.map((base) => [base.prefix, base]))

/** The multibase of a name or a one-letter prefix. `undefined` for an unknown one. */
export function multibaseFor(nameOrPrefix: string): MultibaseCodec<string> | undefined {
  return byName.get(nameOrPrefix) ?? byPrefix.get(nameOrPrefix)
}

/** The multibase of a text by its prefix, which may be outside the 16-bit range. `undefined` for an unknown one. */
export function multibaseOf(text: string): MultibaseCodec<string> | undefined {
  return byPrefix.get(String.fromCodePoint(text.codePointAt(0) ?? 0))
}
