import type { CID } from '../../codec/cid/cid.ts'
import { escapeHtml } from '../../html/escape-html.ts'
import { pageHead } from '../../html/page-head.ts'
import { encodePath, type GatewayPath } from '../gateway-path.ts'
import { formatName } from './format-name.ts'

/** The top of every generated page. */
export interface PageTop {
  /** Plain text before the last name of the path, such as `Index of`. */
  readonly title: string
  readonly cid: CID
  readonly path: GatewayPath
}

/** The beginning of a page up to its `<main>`: title, path as links, CID. */
export function pageTop({ title, cid, path }: PageTop): string {
  const heading = `${title} ${formatName(path.names.at(-1) ?? path.root)}`
  return `${pageHead({ title: heading, style: listingStyle })}<header>
<h1>${heading}</h1>
<nav aria-label="Path">${crumbs(path)}</nav>
<p class="cid" translate="no">${cid}</p>
</header>
<main>
`
}

function crumbs({ mount, home, root, names }: GatewayPath): string {
  const links = [root, ...names].map((name, at) => {
    const href = at === 0 ? home : encodePath(home.replace(/\/$/, ''), names.slice(0, at))
    return `<a href="${escapeHtml(href)}">${formatName(name)}</a>`
  })
  return `${mount}/${links.join('/')}`
}

/** Style of all pages: the reader's preferred light or dark colours, and one column on narrow screens. */
const listingStyle = `
:root { color-scheme: light dark; background: Canvas; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
nav, .cid { margin: 0; overflow-wrap: anywhere; }
.cid, .ipfs-hash { font: .875rem ui-monospace, monospace; opacity: .8; }
pre { margin: 1rem 0; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; margin: 1rem 0; border-collapse: collapse; }
th { text-align: start; }
th, td { padding: .375rem .5rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
td:first-child { overflow-wrap: anywhere; text-align: left; unicode-bidi: isolate; }
td:first-child a[href$="/"]::after { content: "/"; }
tbody tr:hover { background: color-mix(in srgb, currentColor 6%, transparent); }
.ipfs-hash, .size { white-space: nowrap; }
.size { text-align: end; font-variant-numeric: tabular-nums; }
@media (max-width: 40rem) {
  th:nth-child(2), th:nth-child(3), td:nth-child(2), td:nth-child(3) { display: none; }
}
`
