/** Pixels. */
export interface Dimensions {
  readonly width: number
  readonly height: number
}

interface Size {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Filled by cutting, instead of fitted into. */
  readonly isCropped?: boolean
}

/** In the order of the wire. */
const SIZES: readonly Size[] = [
  { name: 'medium', width: 300, height: 300 },
  { name: 'large', width: 1024, height: 1024 },
  { name: 'thumbnail', width: 150, height: 150, isCropped: true },
  { name: 'medium_large', width: 768, height: Number.POSITIVE_INFINITY },
  { name: '1536x1536', width: 1536, height: 1536 },
  { name: '2048x2048', width: 2048, height: 2048 },
]

/** The sizes a picture comes in beside its own, by name: those that it is larger than. Spec: calendar facts, 2.2. */
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

/** The media type that a smaller picture is asked for in: photographs stay small, everything else is exact. */
export function sizeType(type: string): string {
  return type === 'image/jpeg' || type === 'image/webp' ? type : 'image/png'
}

/** Where the sizes of pictures are; below it `<cid>/<size>/<name>`. */
export const SIZES_PATH = '/cal/images'

/** One size of a stored picture, by the name of its content. */
export interface NamedSize {
  readonly cid: string
  /** As the wire calls it, such as `medium`. */
  readonly size: string
  /** The file's, such as `poster-300x200.png`. */
  readonly name: string
}

/** The path of a size on the node that shows it. */
export function sizePath({ cid, size, name }: NamedSize): string {
  return `${SIZES_PATH}/${cid}/${size}/${encodeURIComponent(name)}`
}

/** `undefined` for a path that is none. */
export function parseSizePath(pathname: string): NamedSize | undefined {
  const [cid, size, name, ...more] = pathname.slice(SIZES_PATH.length + 1).split('/')
  if (!cid || !size || name === undefined || more.length > 0) return undefined
  try {
    return { cid, size, name: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}

/** `poster-300x200.png` of `poster.png`. */
export function sizedName(name: string, { width, height }: { width: number; height: number }): string {
  const dot = name.lastIndexOf('.')
  return `${name.slice(0, dot)}-${width}x${height}${name.slice(dot)}`
}

/** The name that {@link sizedName} was given. */
export function originalName(name: string): string {
  return name.replace(/-\d+x\d+(?=\.[^.]*$)/, '')
}
