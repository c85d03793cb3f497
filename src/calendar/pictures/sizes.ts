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
