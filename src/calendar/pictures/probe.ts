import { imageMeta } from 'image-meta'

/** What the header of a picture says. */
export interface Probed {
  readonly type: string
  /** Without a dot. */
  readonly extension: string
  /** As it is shown: turned as the camera says. */
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

/** Headers end before this, whatever a camera writes into them. */
const LONGEST_HEADER = 1024 * 1024
const LONGEST_SIDE = 65_535

/** Codes of EXIF that mean a quarter turn. */
const TURNED = [5, 6, 7, 8]

/**
 * Type and size of a picture by its first bytes, whatever its name says; `undefined` for what is none of the
 * accepted types (JPEG, PNG, GIF, WebP, AVIF, BMP), damaged, or larger than 65,535 a side. Pictures that can
 * hold scripts are not accepted.
 */
export function probe(bytes: Uint8Array): Probed | undefined {
  const meta = readHeader(bytes.subarray(0, LONGEST_HEADER))
  const type = TYPES.get(meta?.type ?? '')
  if (!meta || !type) return undefined
  const isTurned = TURNED.includes(meta.orientation ?? 1)
  const [width, height] = isTurned ? [meta.height, meta.width] : [meta.width, meta.height]
  return isSide(width) && isSide(height) ? { ...type, width, height } : undefined
}

/** The library throws when it finds no header or half of one, by reading past its end, too. */
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
