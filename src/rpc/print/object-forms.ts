import type * as z from 'zod/mini'
import type { ObjectLink } from '../../objects/open-object.ts'
import type { DagLink, ObjectNode } from '../shapes/objects.ts'
import { escapeNonPrinting } from './go-quote.ts'
import { columns } from './listing-text.ts'
import type { PrintCid } from './print-cid.ts'

type PrintedLink = z.infer<typeof DagLink>

export function printLinks(links: readonly ObjectLink[], printCid: PrintCid): PrintedLink[] {
  return links.map(({ name, cid, sizeBytes }) => ({ Name: name, Hash: printCid(cid), Size: sizeBytes }))
}

/** Formats links in columns of CID, size and name. */
export function printLinksText(links: readonly PrintedLink[], { headers = false }): string {
  const rows = links.map(({ Name, Hash, Size }) => [Hash, String(Size), escapeNonPrinting(Name)])
  return columns(headers ? [['Hash', 'Size', 'Name'], ...rows] : rows)
}

/** Formats a node as XML. Spec gap: in the form that the reference implementation reads and writes. */
export function objectXml({ Links, Data }: z.infer<typeof ObjectNode>): string {
  const links = Links.map(({ Name, Hash, Size }) => {
    return `<Links><Name>${xmlText(Name)}</Name><Hash>${xmlText(Hash)}</Hash><Size>${Size}</Size></Links>`
  })
  return `<Node>${links.join('')}<Data>${xmlText(Data)}</Data></Node>`
}

const XML_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&#34;'],
  ["'", '&#39;'],
  ['\t', '&#x9;'],
  ['\n', '&#xA;'],
  ['\r', '&#xD;'],
])

/** Replaces characters that XML cannot represent. */
function xmlText(text: string): string {
  return text.replace(/[&<>"'\t\n\r]|[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, (found) => {
    return XML_ENTITIES.get(found) ?? '\ufffd'
  })
}
