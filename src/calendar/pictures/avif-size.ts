import { bigEndian, hasLetters, type PictureSize } from './header-bytes.ts'

const AVIF_BRANDS = ['avif', 'avis']
/** Brands of pictures and sequences whose coding is named by the compatible brands. */
const GENERAL_BRANDS = ['mif1', 'msf1', 'miaf']
const BOX_HEADER_BYTES = 8

interface Box {
  readonly at: number
  readonly end: number
}

/** True for a file whose first box names AVIF among its brands. Spec: ISO/IEC 14496-12, section 4.3. */
export function isAvif(bytes: Uint8Array): boolean {
  const end = bigEndian(bytes, 0, 4)
  if (!hasLetters(bytes, 4, 'ftyp') || end < 12 || end > bytes.byteLength) return false
  const names = (brands: readonly string[], at: number) =>
    brands.some((brand) => hasLetters(bytes, at, brand))
  if (names(AVIF_BRANDS, 8)) return true
  if (!names(GENERAL_BRANDS, 8)) return false
  for (let at = 16; at + 4 <= end; at += 4) if (names(AVIF_BRANDS, at)) return true
  return false
}

/** The size of the largest image. `undefined` when none has one. Spec: ISO/IEC 23008-12, sections 6.5.3 and 9.3. */
export function avifSize(bytes: Uint8Array): PictureSize | undefined {
  const meta = boxNamed(bytes, 'meta', { at: 0, end: bytes.byteLength })
  const properties = meta && boxNamed(bytes, 'iprp', { at: meta.at + 12, end: meta.end })
  const container = properties && boxNamed(bytes, 'ipco', inside(properties))
  if (!container) return undefined
  const images: PictureSize[] = []
  let end = container.at + BOX_HEADER_BYTES
  for (const { at, end: next } of boxes(bytes, inside(container))) {
    end = next
    if (hasLetters(bytes, at + 4, 'ispe')) {
      if (next - at < 20) return undefined
      images.push({ width: bigEndian(bytes, at + 12, 4), height: bigEndian(bytes, at + 16, 4) })
    }
    const clipped = hasLetters(bytes, at + 4, 'clap') && next - at >= 24 && clippedSize(bytes, at)
    if (clipped && images.length > 0) images.splice(-1, 1, clipped)
  }
  // A box that is longer than its container.
  if (end + BOX_HEADER_BYTES <= container.end) return undefined
  return images.reduce<PictureSize | undefined>(larger, undefined)
}

function larger(one: PictureSize | undefined, other: PictureSize): PictureSize {
  return !one || other.width * other.height > one.width * one.height ? other : one
}

/** Width and height of a clean aperture, each a fraction. `undefined` for a denominator of zero. */
function clippedSize(bytes: Uint8Array, at: number): PictureSize | undefined {
  const [width = 0, widthBelow = 0, height = 0, heightBelow = 0] = [8, 12, 16, 20].map((offset) =>
    bigEndian(bytes, at + offset, 4),
  )
  if (widthBelow === 0 || heightBelow === 0) return undefined
  return { width: Math.round(width / widthBelow), height: Math.round(height / heightBelow) }
}

function inside({ at, end }: Box): Box {
  return { at: at + BOX_HEADER_BYTES, end }
}

function boxNamed(bytes: Uint8Array, name: string, within: Box): Box | undefined {
  for (const box of boxes(bytes, within)) if (hasLetters(bytes, box.at + 4, name)) return box
  return undefined
}

/** The boxes one after the other, up to the first whose length cannot be. */
function* boxes(bytes: Uint8Array, { at: begin, end }: Box): Generator<Box> {
  for (let at = begin; at + BOX_HEADER_BYTES <= end; ) {
    const size = bigEndian(bytes, at, 4)
    if (size < BOX_HEADER_BYTES || at + size > end) return
    yield { at, end: at + size }
    at += size
  }
}
