import { mimes } from 'mrmime'
import { type Sample, sniffedType } from './sniffed-type.ts'

/**
 * The media type of a file name's extension, for text with the charset UTF-8. HTML has none, because the header would
 * override the encoding that a page declares. `undefined` when only the bytes can tell: no extension, an unknown one, or
 * `ts`, which is registered as a video but is mostly source code.
 */
export function typeOfName(name: string): string | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (!name.includes('.') || extension === 'ts' || !Object.hasOwn(TYPES, extension)) return undefined
  const type = TYPES[extension]
  return type?.startsWith('text/') && type !== 'text/html' ? `${type}; charset=utf-8` : type
}

/**
 * The media type of a body by its name, or else by its first bytes. `sample` is called only when the name does
 * not tell.
 */
export async function contentType(name: string, sample: () => Promise<Sample>): Promise<string> {
  return typeOfName(name) ?? sniffedType(await sample())
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument'

/**
 * The table of the library, which leaves out types of vendors, with those that people exchange. Programs are text, also
 * where an extension is registered for something else.
 */
const TYPES: Readonly<Record<string, string>> = {
  ...mimes,
  '7z': 'application/x-7z-compressed',
  apk: 'application/vnd.android.package-archive',
  avi: 'video/x-msvideo',
  car: 'application/vnd.ipld.car',
  cbor: 'application/cbor',
  cjs: 'text/javascript',
  docx: `${OFFICE}.wordprocessingml.document`,
  ico: 'image/vnd.microsoft.icon',
  kml: 'application/vnd.google-earth.kml+xml',
  kmz: 'application/vnd.google-earth.kmz',
  // Of the registered types the one that is no document, so that it needs no sandbox. Spec: RFC 8216, section 4.
  m3u8: 'audio/mpegurl',
  mkv: 'video/x-matroska',
  odp: `${OPEN_DOCUMENT}.presentation`,
  ods: `${OPEN_DOCUMENT}.spreadsheet`,
  odt: `${OPEN_DOCUMENT}.text`,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${OFFICE}.presentationml.presentation`,
  rar: 'application/vnd.rar',
  rs: 'text/plain',
  torrent: 'application/x-bittorrent',
  vcf: 'text/vcard',
  xls: 'application/vnd.ms-excel',
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
}
