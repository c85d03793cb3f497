/** Size of the sample from the beginning of a body. */
export const SAMPLE_BYTES = 512

/** The beginning of a body. */
export interface Sample {
  readonly bytes: Uint8Array
  /** True if the sample is the whole body. */
  readonly isWhole: boolean
}

/**
 * Guesses a media type from the first bytes: a known signature, otherwise a document that names its own encoding,
 * otherwise text if it is UTF-8 without control characters, otherwise `application/octet-stream`. An empty body is text.
 */
export function sniffedType({ bytes, isWhole }: Sample): string {
  const head = bytes.subarray(0, SAMPLE_BYTES)
  const latin = String.fromCharCode(...head)
  const signature = SIGNATURES.find(([, ...marks]) => {
    return marks.every(([text, offset = 0]) => latin.startsWith(text, offset))
  })
  if (signature) return signature[0]
  if (head.some(isControl)) return 'application/octet-stream'
  const beginning = withoutComments(latin.replace(BYTE_ORDER_MARK, ''))
  const markup = MARKUP.find(([pattern]) => pattern.test(beginning))
  if (markup) return markup[1]
  const text = textOf(head, isWhole)
  if (text === undefined) return 'application/octet-stream'
  return isWhole && isJson(text) ? 'application/json' : 'text/plain; charset=utf-8'
}

/** A signature, one character for each byte, and its offset. */
type Mark = readonly [text: string, offset?: number]

/** Signatures of formats that browsers show or save. The first match is the type. */
const SIGNATURES: readonly (readonly [type: string, ...marks: Mark[]])[] = [
  ['image/png', ['\x89PNG\r\n\x1a\n']],
  ['image/jpeg', ['\xff\xd8\xff']],
  ['image/gif', ['GIF87a']],
  ['image/gif', ['GIF89a']],
  ['image/tiff', ['II*\0']],
  ['image/tiff', ['MM\0*']],
  ['image/vnd.microsoft.icon', ['\0\0\x01\0']],
  ['image/webp', ['RIFF'], ['WEBP', 8]],
  ['audio/wav', ['RIFF'], ['WAVE', 8]],
  ['image/avif', ['ftypavi', 4]],
  ['image/heic', ['ftypheic', 4]],
  ['image/heic', ['ftypheix', 4]],
  ['image/heif', ['ftypmif1', 4]],
  ['audio/mp4', ['ftypM4A ', 4]],
  ['video/quicktime', ['ftypqt', 4]],
  ['video/mp4', ['ftyp', 4]],
  ['video/webm', ['\x1aE\xdf\xa3']],
  ['video/mp2t', ['G'], ['G', 188]],
  ['application/ogg', ['OggS']],
  ['audio/mpeg', ['ID3']],
  ['audio/mpeg', ['\xff\xfb']],
  ['audio/mpeg', ['\xff\xf3']],
  ['audio/aac', ['\xff\xf1']],
  ['audio/flac', ['fLaC']],
  ['application/pdf', ['%PDF-']],
  ['application/wasm', ['\0asm']],
  ['font/woff2', ['wOF2']],
  ['font/woff', ['wOFF']],
  ['application/zip', ['PK\x03\x04']],
  ['application/vnd.rar', ['Rar!\x1a\x07']],
  ['application/x-7z-compressed', ['7z\xbc\xaf\x27\x1c']],
  ['application/gzip', ['\x1f\x8b']],
  ['application/x-tar', ['ustar', 257]],
]

/** Beginnings of text, after comments, that a browser renders as a document, in the encoding that the document names. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/^<(!doctype html|html|head|body|script|title|style|iframe)[\s>]/i, 'text/html'],
  [/^(<\?xml[^>]*>\s*)?(<!doctype svg[^>]*>\s*)?<svg[\s>]/i, 'image/svg+xml'],
  [/^<\?xml\s/, 'text/xml'],
]

/** The byte order mark of UTF-8, one character for each byte. */
const BYTE_ORDER_MARK = /^\xef\xbb\xbf/

/** Decodes UTF-8. `undefined` for bytes that are not UTF-8. A character cut off at the end of a sample is ignored. */
function textOf(bytes: Uint8Array, isWhole: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes, { stream: !isWhole })
  } catch {
    return undefined
  }
}

function withoutComments(text: string): string {
  let rest = text.trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->')
    if (end === -1) return ''
    rest = rest.slice(end + 3).trimStart()
  }
  return rest
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** True for control characters except tab, line ends, form feed and escape. */
function isControl(byte: number): boolean {
  return (byte < 0x20 && !TEXT_CONTROLS.includes(byte)) || byte === 0x7f
}

const TEXT_CONTROLS = [0x09, 0x0a, 0x0c, 0x0d, 0x1b]
