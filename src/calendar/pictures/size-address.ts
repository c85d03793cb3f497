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
