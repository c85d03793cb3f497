import { baseList, baseListByLetter } from '../../../codec/cid/code-lists.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { codeTable } from '../../print/code-table.ts'
import { CodeTable } from '../../shapes/cids.ts'

/** Spec: RPC document, section 4, `/cid/bases`. */
export const cidBases = defineCommand({
  path: 'cid/bases',
  about: 'List the multibase encodings',
  args: {},
  options: {
    prefix: bool('Show the single-letter prefixes', { fallback: false }),
    numeric: bool('Show the numbers', { fallback: false }),
  },
  reply: json(CodeTable),
  text: (_: unknown, { options }) => baseListByLetter.map((base) => baseText(base, options)).join(''),
  run: async () => codeTable(baseList),
})

function baseText(
  { code, name }: { readonly code: number; readonly name: string },
  { prefix, numeric }: { readonly prefix: boolean; readonly numeric: boolean },
): string {
  const isLetter = code >= 0x20 && code < 0x7f
  const letter = prefix ? [isLetter ? String.fromCodePoint(code) : ' '] : []
  const number = numeric ? [String(code).padStart(7)] : []
  const columns = [...letter, ...number].join(' ')
  return columns === '' ? `${name}\n` : `${columns}  ${name}\n`
}
