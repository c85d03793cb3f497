import type { EncodedImage, ImageResizer, ResizeOptions } from '../../src/ports/image-resizer.ts'

/** Quality of resized photographs, from 0 to 1. */
const QUALITY = 0.82

/**
 * An {@link ImageResizer} that uses the browser's image decoders. `undefined` where `OffscreenCanvas` is not
 * supported.
 */
export function canvasImageResizer(): ImageResizer | undefined {
  if (typeof OffscreenCanvas === 'undefined' || typeof createImageBitmap === 'undefined') return undefined
  return { resize }
}

async function resize(
  { type, bytes }: EncodedImage,
  { signal, ...wanted }: ResizeOptions,
): Promise<EncodedImage | undefined> {
  const picture = await decoded(new Blob([bytes], { type }))
  if (!picture) return undefined
  try {
    signal?.throwIfAborted()
    const made = await drawn(picture, wanted).convertToBlob({ type: wanted.type, quality: QUALITY })
    return { type: made.type, bytes: new Uint8Array(await made.arrayBuffer()) }
  } finally {
    picture.close()
  }
}

/** Decodes a picture. Browsers throw a DOMException for data that is no picture, or one that is too large. */
async function decoded(blob: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(blob)
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

function drawn(picture: ImageBitmap, { width, height }: { width: number; height: number }): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.imageSmoothingQuality = 'high'
  const scale = Math.max(width / picture.width, height / picture.height)
  const [cutWidth, cutHeight] = [width / scale, height / scale]
  const [left, top] = [(picture.width - cutWidth) / 2, (picture.height - cutHeight) / 2]
  context.drawImage(picture, left, top, cutWidth, cutHeight, 0, 0, width, height)
  return canvas
}
