import { mimes } from 'mrmime'
import { type Sample, sniffedType } from './sniffed-type.ts'

/**
 * The type that a name's extension gives, or `undefined` when only the bytes can tell: no extension, an
 * unknown one, or `ts`, which is a video to the registry and mostly a program in practice.
 */
export function typeOfName(name: string): string | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (!name.includes('.') || extension === 'ts' || !Object.hasOwn(TYPES, extension)) return undefined
  const type = TYPES[extension]
  return type?.startsWith('text/') ? `${type}; charset=utf-8` : type
}

/** The type of a body by its name, else by its first bytes. `sample` is read only when the name does not tell. */
export async function contentType(name: string, sample: () => Promise<Sample>): Promise<string> {
  return typeOfName(name) ?? sniffedType(await sample())
}

/** The library's table and what it lacks. */
const TYPES: Readonly<Record<string, string>> = {
  ...mimes,
  car: 'application/vnd.ipld.car',
  cbor: 'application/cbor',
}
