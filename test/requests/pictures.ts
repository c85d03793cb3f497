/** A picture as a browser writes it: a red, a green and a blue third beside one another, with noise on top. */
export async function paintedPicture({
  width,
  height,
  type,
}: {
  readonly width: number
  readonly height: number
  readonly type: string
}): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser paints nothing')
  for (const [third, colour] of ['#f00', '#0f0', '#00f'].entries()) {
    context.fillStyle = colour
    context.fillRect((third * width) / 3, 0, width / 3, height)
  }
  for (let y = 0; y < height / 10; y += 1) {
    for (let x = 0; x < width; x += 3) {
      context.fillStyle = `rgb(${(x * 7 + y * 31) % 256} ${(x * 13) % 256} ${(y * 17) % 256})`
      context.fillRect(x, y, 3, 1)
    }
  }
  const blob = await canvas.convertToBlob({ type })
  return new Uint8Array(await blob.arrayBuffer())
}

/** A PNG of one pixel. */
export const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
)

/** A whole PNG header of any size, and nothing that fills it. */
export function hugePng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const view = new DataView(bytes.buffer)
  view.setUint32(8, 13)
  bytes.set(new TextEncoder().encode('IHDR'), 12)
  view.setUint32(16, width)
  view.setUint32(20, height)
  bytes.set([8, 2, 0, 0, 0], 24)
  return bytes
}
