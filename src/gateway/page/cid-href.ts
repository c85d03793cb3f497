import { escapeHtml } from '../../html/escape-html.ts'

/**
 * The attributes of a link to a CID, which a query may follow. On the domain of a site there is no path gateway to link
 * to, so the link leads to the network's inspector of CIDs, as in the reference: only when somebody follows it.
 */
export function cidHref(router: string | undefined, cid: string): string {
  if (router !== undefined) return `href="${escapeHtml(`${router}/${cid}`)}"`
  const [bare = ''] = cid.split('?')
  return `href="https://cid.ipfs.tech/#${escapeHtml(bare)}" target="_blank" rel="noreferrer noopener"`
}
