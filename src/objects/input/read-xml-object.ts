import { DomainError } from '../../errors.ts'
import { readXml, type XmlElement } from './read-xml.ts'
import type { WrittenObject } from './written-object.ts'

/**
 * Reads `<Node><Links><Name>…</Name><Hash>…</Hash><Size>1</Size></Links><Data>…</Data></Node>`, with one `Links` for
 * each link. The name of the root does not matter, other elements are ignored, and of one that comes twice the last
 * counts. Throws `invalid-argument`. Spec gap: the RPC document does not say what XML looks like; clients of its
 * reference implementation send this.
 */
export function readXmlObject(bytes: Uint8Array): WrittenObject {
  const root = readXml(new TextDecoder().decode(bytes))
  const links = root.children.filter(({ name }) => name === 'Links')
  return {
    data: textIn(root, 'Data'),
    links: links.map((link) => ({
      name: textIn(link, 'Name'),
      hash: textIn(link, 'Hash'),
      size: sizeIn(link),
    })),
  }
}

function textIn({ children }: XmlElement, wanted: string): string {
  return children.findLast(({ name }) => name === wanted)?.text ?? ''
}

function sizeIn(link: XmlElement): number {
  const text = textIn(link, 'Size').trim()
  const size = Number(text)
  if (/^[0-9]*$/.test(text) && Number.isSafeInteger(size)) return size
  throw new DomainError('invalid-argument', `xml: Size is not a size: ${JSON.stringify(text.slice(0, 80))}`)
}
