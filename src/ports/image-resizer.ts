import type { AbortOptions } from './abort.ts'

/** A picture in a file format that browsers show. */
export interface EncodedImage {
  /** Media type, such as `image/png`. */
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface ResizeOptions extends AbortOptions {
  /** Pixels of what is made; what stands over at two sides is cut off evenly. */
  readonly width: number
  readonly height: number
  /** Media type of what is made; a host that cannot write it makes PNG. */
  readonly type: string
}

/** Decodes pictures and makes smaller ones. Absent on a host that cannot. */
export interface ImageResizer {
  /**
   * The picture, turned as its camera says, in a smaller size; `undefined` when it cannot be decoded. The caller
   * bounds bytes and pixels before: decoding takes four bytes for each pixel.
   */
  resize(picture: EncodedImage, options: ResizeOptions): Promise<EncodedImage | undefined>
}
