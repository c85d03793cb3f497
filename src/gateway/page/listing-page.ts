import type { CID } from '../../codec/cid/cid.ts'
import { escapeHtml } from '../../html/escape-html.ts'
import { encodePath, type GatewayPath } from '../gateway-path.ts'
import { cidHref } from './cid-href.ts'
import { formatName } from './format-name.ts'
import type { ListedEntry } from './listed-entries.ts'
import { pageTop } from './page-top.ts'
import { sizeText } from './size-text.ts'

/** Maximum number of names on one page. */
const MAX_SHOWN = 10_000

export interface Listing {
  readonly cid: CID
  readonly path: GatewayPath
  readonly entries: AsyncIterable<ListedEntry>
}

/** The page of a directory, row by row: without scripts, without further requests, all names escaped. */
export async function* listingPage({ cid, path, entries }: Listing): AsyncGenerator<string> {
  yield pageTop({ title: 'Index of', cid, path }) + TABLE_HEAD
  if (path.names.length > 0)
    yield `<tr><td colspan="4"><a href="${escapeHtml(encodePath(path.base, path.names))}/..">..</a></td></tr>\n`
  let count = 0
  for await (const entry of entries) {
    if (count === MAX_SHOWN) {
      yield foot(`Only the first ${MAX_SHOWN} names are shown. The others can be opened by their path.`)
      return
    }
    count += 1
    yield row(path, entry)
  }
  yield foot(count === 1 ? '1 entry' : `${count} entries`)
}

/** The end of a page that could not be completed. */
export function listingTrouble(): string {
  return foot('This list is not complete: the rest of the directory cannot be read here.')
}

const TABLE_HEAD = `<table>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">CID</th><th scope="col" class="size">Size</th></tr></thead>
<tbody>
`

function row({ base, router, names }: GatewayPath, { name, cid, kind, sizeBytes }: ListedEntry): string {
  const mark = kind === 'directory' ? ' class="directory"' : ''
  const href = escapeHtml(encodePath(base, [...names, name]))
  const query = `?filename=${encodeURIComponent(encodedFilename(name))}`
  return `<tr><td dir="auto"${mark}><a href="${href}">${formatName(name)}</a></td><td>${kind ?? ''}</td><td><a class="ipfs-hash" translate="no" ${cidHref(router, `${cid}${query}`)}>${shortened(cid)}</a></td><td class="size">${sizeText(sizeBytes)}</td></tr>\n`
}

/**
 * Its non-ASCII characters encoded a first time, as in the reference's pages, unless the gateway could not tell that
 * from the name itself.
 */
function encodedFilename(name: string): string {
  const text = name.toWellFormed()
  return text.includes('%') ? text : text.replace(NON_ASCII, encodeURIComponent)
}

const NON_ASCII = /[\u{80}-\u{10FFFF}]+/gu

function foot(text: string): string {
  return `</tbody>\n</table>\n<p>${text}</p>\n</main>\n</body>\n</html>\n`
}

function shortened(cid: CID): string {
  const text = cid.toString()
  return text.length > 16 ? `${text.slice(0, 7)}…${text.slice(-7)}` : text
}
