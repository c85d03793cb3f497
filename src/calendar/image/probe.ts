import { imageMeta } from 'image-meta'

/** What the header of a picture says. */
export interface Picture {
  readonly type: string
  /** Without a dot. */
  readonly extension: string
  readonly width: number
  readonly height: number
}

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
}

/** The type and size of a picture by its first bytes; `undefined` when they are of none that pages show. */
export function probe(bytes: Uint8Array): Picture | undefined {
  try {
    const { type: extension = '', width = 0, height = 0 } = imageMeta(bytes)
    const type = TYPES[extension]
    return type !== undefined && width > 0 && height > 0 ? { type, extension, width, height } : undefined
  } catch {
    return undefined
  }
}
