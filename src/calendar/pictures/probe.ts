import { imageMeta } from 'image-meta'

/** The facts in the header of a picture. */
export interface Probed {
  readonly type: string
  /** Without a dot. */
  readonly extension: string
  /** Pixels as displayed, after the EXIF rotation. */
  readonly width: number
  readonly height: number
}

const TYPES: ReadonlyMap<string, Pick<Probed, 'type' | 'extension'>> = new Map([
  ['jpg', { type: 'image/jpeg', extension: 'jpg' }],
  ['png', { type: 'image/png', extension: 'png' }],
  ['gif', { type: 'image/gif', extension: 'gif' }],
  ['webp', { type: 'image/webp', extension: 'webp' }],
  ['avif', { type: 'image/avif', extension: 'avif' }],
  ['bmp', { type: 'image/bmp', extension: 'bmp' }],
])

/** Longest header that is read: enough for the metadata that cameras write. */
const LONGEST_HEADER = 1024 * 1024
const LONGEST_SIDE = 65_535

/** EXIF orientation codes that mean a quarter turn. */
const TURNED = [5, 6, 7, 8]

/**
 * Reads type and size of a picture from its first bytes; the file name does not count. `undefined` for other types
 * than JPEG, PNG, GIF, WebP, AVIF and BMP, for damaged pictures, and for more than 65,535 pixels a side. Types that
 * can hold scripts are not accepted.
 */
export function probe(bytes: Uint8Array): Probed | undefined {
  const meta = readHeader(bytes.subarray(0, LONGEST_HEADER))
  const type = TYPES.get(meta?.type ?? '')
  if (!meta || !type) return undefined
  const isTurned = TURNED.includes(meta.orientation ?? 1)
  const [width, height] = isTurned ? [meta.height, meta.width] : [meta.width, meta.height]
  return isSide(width) && isSide(height) ? { ...type, width, height } : undefined
}

/** The library throws when it finds no header or only half of one; it then also reads past its end. */
function readHeader(bytes: Uint8Array): ReturnType<typeof imageMeta> | undefined {
  try {
    return imageMeta(bytes)
  } catch {
    return undefined
  }
}

function isSide(length: number): boolean {
  return Number.isInteger(length) && length > 0 && length <= LONGEST_SIDE
}
