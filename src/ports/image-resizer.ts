import type { AbortOptions } from './abort.ts'

/** A picture in a file format that browsers can show. */
export interface EncodedImage {
  /** Media type, such as `image/png`. */
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface ResizeOptions extends AbortOptions {
  /** Size of the result in pixels. What exceeds its aspect ratio is cropped evenly at both sides. */
  readonly width: number
  readonly height: number
  /** Media type of the result. A host that cannot write it produces PNG. */
  readonly type: string
}

/** Decodes pictures and resizes them. Absent on a host that cannot. */
export interface ImageResizer {
  /**
   * The resized picture, rotated by its EXIF orientation. `undefined` when it cannot be decoded. The caller
   * limits bytes and pixels beforehand: decoding needs four bytes for each pixel.
   */
  resize(picture: EncodedImage, options: ResizeOptions): Promise<EncodedImage | undefined>
}
