import { DomainError } from '../../errors.ts'

/** An element without its attributes. */
export interface XmlElement {
  /** Without a prefix. */
  readonly name: string
  /** The text directly in the element. */
  text: string
  readonly children: XmlElement[]
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

const NAME = String.raw`[^\s<>/="'&]+`
const START = new RegExp(String.raw`<(${NAME})((?:\s+${NAME}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(/?)>`, 'y')
const END = new RegExp(String.raw`</(${NAME})\s*>`, 'y')
const TEXT = /[^<]+/y

/** Markup that is ignored: the characters at its beginning and at its end. */
const PASSED = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const
const CDATA = ['<![CDATA[', ']]>'] as const

/**
 * The root element of an XML text; what comes after it is not read. Without document types and their entities, which
 * `<!` begins. Throws `invalid-argument`.
 *
 * Own code: neither the runtimes of this project nor a package that it has anyway read XML outside a page.
 */
export function readXml(text: string): XmlElement {
  const open: XmlElement[] = []
  let at = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const between = ([first, last]: readonly [string, string]): string | undefined => {
    if (!text.startsWith(first, at)) return undefined
    const end = text.indexOf(last, at + first.length)
    if (end < 0) throw refused()
    const inside = text.slice(at + first.length, end)
    at = end + last.length
    return inside
  }
  while (at < text.length) {
    const element = open.at(-1)
    if (PASSED.some((marks) => between(marks) !== undefined)) continue
    const plain = between(CDATA) ?? match(TEXT)?.[0].replace(/&([^;]*);?/g, unescaped)
    if (plain !== undefined) {
      if (element) element.text += plain.replaceAll('\r\n', '\n')
      continue
    }
    const end = match(END)
    if (end) {
      open.pop()
      if (!element || element.name !== localName(end[1])) throw refused()
      if (open.length === 0) return element
      continue
    }
    const start = match(START)
    if (!start) throw refused()
    const child: XmlElement = { name: localName(start[1]), text: '', children: [] }
    element?.children.push(child)
    if (start[3] !== '/') open.push(child)
    else if (!element) return child
  }
  throw refused()
}

function localName(name = ''): string {
  return name.slice(name.indexOf(':') + 1)
}

function unescaped(found: string, name: string): string {
  const code = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(name)
  const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] ? 16 : 10) : undefined
  const isPoint = point !== undefined && point <= 0x10ffff
  const character = isPoint ? String.fromCodePoint(point) : ENTITIES.get(name)
  if (character === undefined || !found.endsWith(';')) throw refused()
  return character
}

function refused(): DomainError {
  return new DomainError('invalid-argument', 'XML syntax error')
}
