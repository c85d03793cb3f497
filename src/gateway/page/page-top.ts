import type { CID } from '../../codec/cid/cid.ts'
import { escapeHtml } from '../../html/escape-html.ts'
import { pageHead } from '../../html/page-head.ts'
import { encodePath, type GatewayPath } from '../gateway-path.ts'
import { formatName } from './format-name.ts'
import { generatedStyle } from './generated-style.ts'

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
  return `${pageHead({ title: heading, style: generatedStyle })}<header>
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
