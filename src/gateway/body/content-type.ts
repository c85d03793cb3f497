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

/** The table of the library, with additions. */
const TYPES: Readonly<Record<string, string>> = {
  ...mimes,
  car: 'application/vnd.ipld.car',
  cbor: 'application/cbor',
}
