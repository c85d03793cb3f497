import { CID } from '../../codec/cid/cid.ts'
import { type DagValue, isList } from '../../codec/ipld/dag-value.ts'
import type { GatewayPath } from '../gateway-path.ts'
import { cidHref } from './cid-href.ts'
import { formatName } from './format-name.ts'
import { pageTop } from './page-top.ts'
import { sizeText } from './size-text.ts'

/** Limits for one page: values, characters of one text, and indentation. */
const MAX_VALUES = 10_000
const MAX_CHARACTERS = 10_000
const MAX_INDENT = 40

/** A node for its page. */
export interface ShownNode {
  readonly cid: CID
  readonly path: GatewayPath
  /** Name of its codec, which is also the format to request. */
  readonly codec: string
  readonly value: DagValue
}

/** The page of a node: its value, with links to follow, and links to the node in other formats. */
export async function* nodePage({ cid, path, codec, value }: ShownNode): AsyncGenerator<string> {
  const ways = [codec, 'raw', 'car'].map((format) => {
    const block = path.router === undefined ? '' : `${path.router}/${cid}`
    return `<a href="${block}?format=${format}">${format}</a>`
  })
  yield pageTop({ title: 'Node', cid, path })
  yield `<p>Get it as ${ways.join(', ')}</p>\n<pre>`
  const shown = { router: path.router, left: MAX_VALUES }
  yield* valueText(shown, value, 0)
  yield nodePageFoot(shown.left < 0 ? `Only the first ${MAX_VALUES} values are shown.` : '')
}

/** The end of a node's page. `text` is one sentence, or empty. */
export function nodePageFoot(text: string): string {
  return `</pre>\n<p>${text}</p>\n</main>\n</body>\n</html>\n`
}

interface Shown {
  readonly router: string | undefined
  left: number
}

function* valueText(shown: Shown, value: DagValue, depth: number): Generator<string> {
  shown.left -= 1
  if (shown.left < 0) return yield '…'
  if (value instanceof Map) return yield* itemsText(shown, ['{', '}'], { items: value, depth })
  if (value === null || typeof value !== 'object') return yield scalarText(value)
  if (value instanceof Uint8Array) return yield `<i>${sizeText(value.byteLength)} of bytes</i>`
  if (isList(value)) {
    return yield* itemsText(shown, ['[', ']'], { items: value.map((item) => [undefined, item]), depth })
  }
  const link = CID.asCID(value)
  return yield `<a translate="no" ${cidHref(shown.router, `${link}`)}>${link}</a>`
}

interface Items {
  readonly items: Iterable<readonly [key: string | undefined, value: DagValue]>
  readonly depth: number
}

function* itemsText(
  shown: Shown,
  [open, close]: readonly [string, string],
  { items, depth }: Items,
): Generator<string> {
  yield open
  let isEmpty = true
  for (const [key, value] of items) {
    yield `${isEmpty ? '' : ','}\n${indent(depth + 1)}`
    isEmpty = false
    if (key !== undefined) yield `<b>${scalarText(key)}</b>: `
    yield* valueText(shown, value, depth + 1)
    if (shown.left < 0) break
  }
  yield isEmpty ? close : `\n${indent(depth)}${close}`
}

function scalarText(value: Exclude<DagValue, object> | null): string {
  if (typeof value !== 'string') return String(value)
  const cut = value.length > MAX_CHARACTERS ? `${value.slice(0, MAX_CHARACTERS)}…` : value
  return `<bdi>${formatName(JSON.stringify(cut))}</bdi>`
}

function indent(depth: number): string {
  return '  '.repeat(Math.min(depth, MAX_INDENT))
}
