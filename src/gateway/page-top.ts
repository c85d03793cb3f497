import type { CID } from '../codec/cid.ts'
import { encodePath, type GatewayPath } from './gateway-path.ts'
import { shownName } from './html.ts'
import { listingStyle } from './listing-style.ts'

/** What stands above the content of every page that this gateway makes. */
export interface PageTop {
  /** Plain text before the last name of the path, such as `Index of`. */
  readonly title: string
  readonly cid: CID
  readonly path: GatewayPath
}

/** The beginning of a page, up to its `main`: title, path as links, CID. */
export function pageTop({ title, cid, path }: PageTop): string {
  const heading = `${title} ${shownName(path.names.at(-1) ?? path.root)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
<style>${listingStyle}</style>
</head>
<body>
<header>
<h1>${heading}</h1>
<nav aria-label="Path">${crumbs(path)}</nav>
<p class="cid" translate="no">${cid}</p>
</header>
<main>
`
}

function crumbs({ mount, router, root, names }: GatewayPath): string {
  const here = [root, ...names]
  const links = here.map((name, at) => {
    return `<a href="${encodePath(router, here.slice(0, at + 1))}">${shownName(name)}</a>`
  })
  return `${mount}/${links.join('/')}`
}
