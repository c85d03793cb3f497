import { call } from '../call.ts'
import type { Kept } from './kept-names.ts'

type Description = Pick<Kept, 'isFolder' | 'sizeBytes'>

/** The codec of a CID of version 1 in base32, as its first letters spell it: a block that is a file by itself. */
const RAW = /^bafk[q-z2-7]/

/** Numbers of the file system's types. Spec: UnixFS, `Data.DataType`. */
const FOLDERS: ReadonlySet<number | undefined> = new Set([1, 5])

/**
 * What a root is, from its own block alone: the bytes of a file, or of a folder those of all that its links
 * count. Nothing is said of other data.
 */
export async function describeRoot(
  cid: string,
  options: { readonly signal: AbortSignal },
): Promise<Description> {
  if (RAW.test(cid)) {
    const { Size } = await call('block/stat', { args: { key: cid } }, options)
    return { isFolder: false, sizeBytes: Size }
  }
  const node: DagPbNode = await new Response(await call('dag/get', { args: { ref: cid } }, options)).json()
  const data = node.Data?.['/']?.bytes
  if (typeof data !== 'string' || !Array.isArray(node.Links)) return {}
  const { type, fileSizeBytes } = unixfsFields(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)))
  if (!FOLDERS.has(type)) return { isFolder: false, sizeBytes: fileSizeBytes }
  return { isFolder: true, sizeBytes: node.Links.reduce((sum, { Tsize = 0 }) => sum + Tsize, 0) }
}

/** A node of another codec may look otherwise: nothing of it is certain. */
interface DagPbNode {
  readonly Data?: { readonly '/'?: { readonly bytes?: unknown } }
  readonly Links?: readonly { readonly Tsize?: number }[]
}

/** The two numbers that matter, out of a protobuf message that has them as fields 1 and 3. */
function unixfsFields(bytes: Uint8Array): { readonly type: number; readonly fileSizeBytes: number } {
  const numbers = [0, 0, 0, 0]
  let at = 0
  const varint = () => {
    let [value, unit] = [0, 1]
    for (; at < bytes.length; unit *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * unit
      if (byte < 128) break
    }
    return value
  }
  while (at < bytes.length) {
    const key = varint()
    const value = varint()
    if (key % 8 === 2) at += value
    else numbers[Math.floor(key / 8)] = value
  }
  return { type: numbers[1] ?? 0, fileSizeBytes: numbers[3] ?? 0 }
}
