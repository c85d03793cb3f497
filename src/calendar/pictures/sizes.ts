import { SURFACE_PREFIXES } from '../../http/surface-prefixes.ts'
/** Pixels. */
export interface Dimensions {
  readonly width: number
  readonly height: number
}

interface Size {
  readonly name: string
  readonly width: number
  readonly height: number
  /** True for a size that is filled by cropping; else the picture is fitted into it. */
  readonly isCropped?: boolean
}

/** In wire order. */
const SIZES: readonly Size[] = [
  { name: 'medium', width: 300, height: 300 },
  { name: 'large', width: 1024, height: 1024 },
  { name: 'thumbnail', width: 150, height: 150, isCropped: true },
  { name: 'medium_large', width: 768, height: Number.POSITIVE_INFINITY },
  { name: '1536x1536', width: 1536, height: 1536 },
  { name: '2048x2048', width: 2048, height: 2048 },
]

/** The smaller sizes of a picture, by name: those that the picture exceeds. Spec: calendar facts, 2.2. */
export function sizes(picture: Dimensions): Readonly<Record<string, Dimensions>> {
  return Object.fromEntries(
    SIZES.filter((size) => picture.width > size.width || picture.height > size.height).map((size) => [
      size.name,
      size.isCropped ? cropped(picture, size) : fitted(picture, size),
    ]),
  )
}

function cropped(picture: Dimensions, size: Dimensions): Dimensions {
  return { width: Math.min(picture.width, size.width), height: Math.min(picture.height, size.height) }
}

function fitted(picture: Dimensions, size: Dimensions): Dimensions {
  const ratio = Math.min(size.width / picture.width, size.height / picture.height)
  return {
    width: Math.max(1, Math.round(picture.width * ratio)),
    height: Math.max(1, Math.round(picture.height * ratio)),
  }
}

/** The media type of a resized picture: lossy types stay as they are, to keep photographs small; others become PNG. */
export function sizeType(type: string): string {
  return type === 'image/jpeg' || type === 'image/webp' ? type : 'image/png'
}

/** Path prefix of resized pictures; below it `<cid>/<size>/<name>`. */
const [SIZES_PATH] = SURFACE_PREFIXES.pictureSizes

/** One size of a stored picture, as named in its path. */
export interface NamedSize {
  readonly cid: string
  /** Name of the size on the wire, such as `medium`. */
  readonly size: string
  /** File name, such as `poster-300x200.png`. */
  readonly name: string
}

/** The path of a size. */
export function sizePath({ cid, size, name }: NamedSize): string {
  return `${SIZES_PATH}/${cid}/${size}/${encodeURIComponent(name)}`
}

/** Parses the path of a size; `undefined` for any other path. */
export function parseSizePath(pathname: string): NamedSize | undefined {
  const [cid, size, name, ...more] = pathname.slice(SIZES_PATH.length + 1).split('/')
  if (!cid || !size || name === undefined || more.length > 0) return undefined
  try {
    return { cid, size, name: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}

/** Adds the dimensions to a file name: `poster-300x200.png` for `poster.png`. */
export function sizedName(name: string, { width, height }: { width: number; height: number }): string {
  const dot = name.lastIndexOf('.')
  return `${name.slice(0, dot)}-${width}x${height}${name.slice(dot)}`
}

/** The file name without the dimensions that {@link sizedName} added. */
export function originalName(name: string): string {
  return name.replace(/-\d+x\d+(?=\.[^.]*$)/, '')
}
