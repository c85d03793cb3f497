export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** Spec: calendar facts, section 2.2. */
const BOUNDS: readonly (readonly [name: string, width: number, height: number])[] = [
  ['medium', 300, 300],
  ['large', 1024, 1024],
  ['thumbnail', 150, 150],
  ['medium_large', 768, Number.POSITIVE_INFINITY],
  ['1536x1536', 1536, 1536],
  ['2048x2048', 2048, 2048],
]

/** The smaller forms that a picture of these dimensions has, by name: those that it is larger than. */
export function sizes({ width, height }: Dimensions): Readonly<Record<string, Dimensions>> {
  const fitting = BOUNDS.filter(([, most, tall]) => width > most || height > tall)
  return Object.fromEntries(
    fitting.map(([name, most, tall]) => {
      if (name === 'thumbnail')
        return [name, { width: Math.min(width, most), height: Math.min(height, tall) }]
      const scale = Math.min(most / width, tall / height)
      return [
        name,
        { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) },
      ]
    }),
  )
}
