import { escapeHtml } from '../../html/escape-html.ts'

/**
 * The attributes of a link to a CID, which may be followed by a query. The domain of a site has no path
 * gateway, so there the link leads to the network's CID inspector, as in the reference. It is requested only
 * when a visitor follows it.
 */
export function cidHref(router: string | undefined, cid: string): string {
  if (router !== undefined) return `href="${escapeHtml(`${router}/${cid}`)}"`
  const [bare = ''] = cid.split('?')
  return `href="https://cid.ipfs.tech/#${escapeHtml(bare)}" target="_blank" rel="noreferrer noopener"`
}
