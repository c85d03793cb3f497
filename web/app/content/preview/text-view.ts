import { RpcError } from '../../../../src/rpc/client.ts'
import { bytesText } from '../../amounts.ts'
import { call } from '../../call.ts'
import { element } from '../../element.ts'
import { indentedJson } from '../../json-text.ts'
import { onPress } from '../../on-press.ts'
import { mediaKind } from '../files/media-kind.ts'
import { sharingTexts } from '../sharing-texts.ts'
import { drawDag } from './dag-view.ts'
import { drawMarkdown } from './draw-markdown.ts'
import type { PreviewBody } from './preview-body.ts'
import { isText } from './read-text.ts'

/** Bytes that are read at first, and by each "Show more". */
const PART_BYTES = 256 * 1024

/** Shows text as text, Markdown with its form, and JSON with indents. */
export async function drawText(preview: PreviewBody): Promise<void> {
  const { body, item, signal } = preview
  const decoder = new TextDecoder()
  let offset = 0
  const read = async () => {
    const args = { 'ipfs-path': `/ipfs/${item.cid}` }
    const stream = await call('cat', { args, options: { offset, length: PART_BYTES } }, { signal })
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    offset += bytes.byteLength
    return decoder.decode(bytes, { stream: bytes.byteLength === PART_BYTES })
  }
  let text: string
  try {
    text = await read()
  } catch (error) {
    // A node of another form than a file has no bytes to show.
    if (error instanceof RpcError && mediaKind(item.name) === 'unknown') return drawDag(preview)
    throw error
  }
  signal.throwIfAborted()
  if (!isText(text)) {
    const textContent = sharingTexts.notText
    body.append(element('p', { className: 'muted', textContent }))
    return
  }
  const isWhole = offset < PART_BYTES || offset >= item.sizeBytes
  const kind = mediaKind(item.name)
  const pre = element('pre', {
    tabIndex: 0,
    textContent: kind === 'json' && isWhole ? indentedJson(text) : text,
  })
  if (kind === 'markdown') withForm(preview, pre, text)
  else body.append(pre)
  if (isWhole) return
  const more = element('button', { type: 'button' })
  const say = () => {
    more.textContent = sharingTexts.moreText(bytesText(offset), bytesText(item.sizeBytes))
  }
  say()
  onPress(more, async () => {
    pre.append(await read())
    if (offset >= item.sizeBytes) more.remove()
    else say()
  })
  body.append(more)
}

/** Markdown in its form, and by a button as it is written. */
function withForm({ body, item }: PreviewBody, pre: HTMLElement, text: string): void {
  const formed = element('article', { className: 'markdown' })
  drawMarkdown(formed, text, item.path)
  const toggle = element('button', {
    type: 'button',
    textContent: sharingTexts.asWritten,
    ariaPressed: 'false',
  })
  toggle.addEventListener('click', () => {
    pre.hidden = !pre.hidden
    formed.hidden = !formed.hidden
    toggle.ariaPressed = String(!pre.hidden)
  })
  pre.hidden = true
  body.append(toggle, formed, pre)
}
