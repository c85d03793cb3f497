import { call } from '../../call.ts'
import type { Kept } from './kept-names.ts'

type Description = Pick<Kept, 'isFolder' | 'sizeBytes'>

/** Matches CIDs of version 1 in base32 with the raw codec: files of a single block. */
const RAW = /^bafk[q-z2-7]/

/** Types of folders. Spec: UnixFS, `Data.DataType`. */
const FOLDERS: ReadonlySet<number | undefined> = new Set([1, 5])

/**
 * Describes a root from its own block: the size of a file, or the sum of the links of a folder. Other data is
 * not described.
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

/** A dag-pb node as dag-json. The node may have another codec, so every field may be absent. */
interface DagPbNode {
  readonly Data?: { readonly '/'?: { readonly bytes?: unknown } }
  readonly Links?: readonly { readonly Tsize?: number }[]
}

/** Reads fields 1 and 3 of a protobuf message. */
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
