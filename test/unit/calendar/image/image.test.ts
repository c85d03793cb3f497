import { describe, expect, it } from 'vitest'
import { probe } from '../../../../src/calendar/pictures/probe.ts'
import { sizes } from '../../../../src/calendar/pictures/sizes.ts'
import { acceptedCreations } from '../recorded.ts'

interface Images {
  imageHost(): ReadonlyMap<string, { readonly bytes: Uint8Array }>
}

const images: Images = await import(
  new URL('../../../fixtures/calendar-replay/images.mjs', import.meta.url).href
)

const bytesOf = (name: string): Uint8Array => {
  const image = images.imageHost().get(`http://images.example.test/${name}`)
  if (!image) throw new Error(`no image ${name}`)
  return image.bytes
}

describe('probe()', () => {
  it.each([
    ['poster.png', { type: 'image/png', extension: 'png', width: 1200, height: 800 }],
    ['small.png', { type: 'image/png', extension: 'png', width: 120, height: 80 }],
    ['photo.jpg', { type: 'image/jpeg', extension: 'jpg', width: 640, height: 480 }],
    ['notes.txt', undefined],
  ])('reads the header of %s', (name, probed) => {
    expect(probe(bytesOf(name))).toEqual(probed)
  })

  it('reads a GIF and a BMP', () => {
    const gif = new Uint8Array([...new TextEncoder().encode('GIF89a'), 3, 0, 2, 0, 0, 0, 0])
    const bmp = new Uint8Array(54)
    bmp.set([0x42, 0x4d], 0)
    bmp.set([7, 0, 0, 0, 5, 0, 0, 0], 18)

    expect(probe(gif)).toEqual({ type: 'image/gif', extension: 'gif', width: 3, height: 2 })
    expect(probe(bmp)).toEqual({ type: 'image/bmp', extension: 'bmp', width: 7, height: 5 })
  })

  it('refuses pictures that can hold scripts', () => {
    const svg = new TextEncoder().encode(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>',
    )

    expect(probe(svg)).toBeUndefined()
  })

  it('answers for every cut and damaged header', () => {
    for (const name of ['small.png', 'photo.jpg']) {
      const whole = bytesOf(name)
      for (let length = 0; length < Math.min(whole.length, 300); length++) {
        expect(() => probe(whole.subarray(0, length))).not.toThrow()
        const damaged = whole.slice()
        damaged[length] = (damaged[length] ?? 0) ^ 0xff
        expect(() => probe(damaged)).not.toThrow()
      }
    }
    expect(probe(new Uint8Array(0))).toBeUndefined()
  })
})

describe('sizes()', () => {
  const pictures = acceptedCreations('events').flatMap(({ id, answered }) => {
    const image: unknown = answered['image']
    return typeof image === 'object' && image !== null ? [{ id, image: Object(image) }] : []
  })

  it('finds recorded pictures', () => {
    expect(pictures.length).toBeGreaterThan(2)
  })

  it.each(pictures)('gives those of $id as recorded', ({ image }) => {
    const recorded = Object.entries<{ width: number; height: number }>(image.sizes ?? {})

    expect(sizes(image)).toEqual(
      Object.fromEntries(recorded.map(([name, { width, height }]) => [name, { width, height }])),
    )
  })

  it('has the two largest for very large pictures, and cuts one side of small ones', () => {
    expect(Object.keys(sizes({ width: 4000, height: 3000 }))).toEqual([
      'medium',
      'large',
      'thumbnail',
      'medium_large',
      '1536x1536',
      '2048x2048',
    ])
    expect(sizes({ width: 200, height: 100 })).toEqual({ thumbnail: { width: 150, height: 100 } })
    expect(sizes({ width: 65_535, height: 1 })['medium']).toEqual({ width: 300, height: 1 })
  })
})
