import { call } from '../../call.ts'
import { element } from '../../element.ts'
import { isBranch, parseJson } from '../../json-text.ts'
import { numberText } from '../../language/counted.ts'
import { hrefOf } from '../files/place.ts'
import { isFixed } from '../files/read-folder.ts'
import { sharingTexts } from '../sharing-texts.ts'
import type { PreviewBody } from './preview-body.ts'

/** Bytes of dag-json that are read. */
const MAX_BYTES = 2 * 1024 * 1024

/** Entries that are drawn at first, and by each "Show more". */
const PART = 200

/** Characters of one text that are drawn. */
const MAX_TEXT = 2_000

/** Shows the node of an item as a tree, with its links to follow. */
export async function drawDag({ body, item, signal }: PreviewBody): Promise<void> {
  const ref = isFixed(item.path) ? item.path : `/ipfs/${item.cid}`
  const text = await boundedText(await call('dag/get', { args: { ref } }, { signal }))
  signal.throwIfAborted()
  body.append(element('div', { className: 'tree' }, [drawValue(parseJson(text))]))
}

async function boundedText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of stream) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new Error(sharingTexts.tooLarge)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** A value of dag-json. Links and bytes are objects with the only key `/`. */
function drawValue(value: unknown): Node {
  if (!isBranch(value)) return element('code', {}, [scalarText(value)])
  const link = '/' in value ? value['/'] : undefined
  if (typeof link === 'string') return element('a', { href: hrefOf(`/ipfs/${link}`), textContent: link })
  if (typeof link === 'object' && link !== null && 'bytes' in link) {
    return element('code', {}, [sharingTexts.bytes(cut(String(link.bytes)))])
  }
  const entries = Object.entries(value)
  const list = element('ul')
  drawEntries(list, entries, 0)
  return entries.length === 0 ? element('code', {}, [Array.isArray(value) ? '[]' : '{}']) : list
}

function drawEntries(
  list: HTMLElement,
  entries: readonly (readonly [string, unknown])[],
  from: number,
): void {
  list.append(
    ...entries.slice(from, from + PART).map(([key, value]) => element('li', {}, [entryOf(key, value)])),
  )
  const left = entries.length - from - PART
  if (left <= 0) return
  const more = element('button', { type: 'button', textContent: sharingTexts.moreLeft(numberText(left)) })
  more.addEventListener('click', () => {
    more.remove()
    drawEntries(list, entries, from + PART)
  })
  list.append(more)
}

/** A branch is drawn when it is opened, so that a node of any depth is drawn in parts. */
function entryOf(key: string, value: unknown): Node {
  if (!isBranch(value) || '/' in value || Object.keys(value).length === 0)
    return element('span', {}, [element('b', {}, [`${key}: `]), drawValue(value)])
  const summary = element('summary', { textContent: `${key} (${Object.keys(value).length})` })
  const branch = element('details', {}, [summary])
  branch.addEventListener('toggle', () => branch.append(drawValue(value)), { once: true })
  return branch
}

function scalarText(value: unknown): string {
  return typeof value === 'string' ? cut(JSON.stringify(value)) : JSON.stringify(value)
}

function cut(text: string): string {
  return text.length > MAX_TEXT
    ? sharingTexts.cutText(text.slice(0, MAX_TEXT), numberText(text.length))
    : text
}
