/** Matches CIDs of version 1 in base32 with the raw codec: files of a single block. */
export const RAW = /^bafk[q-z2-7]/

/** Types of nodes. Spec: UnixFS, `Data.DataType`. */
export const FOLDER = 1
export const SHARDED_FOLDER = 5

interface Link {
  readonly Hash?: { readonly '/'?: string }
  readonly Name?: string
  readonly Tsize?: number
}

/** A dag-pb node as dag-json. The node may have another codec, so every field may be absent. */
export interface DagPbNode {
  readonly Data?: { readonly '/'?: { readonly bytes?: unknown } }
  readonly Links?: readonly Link[]
}

interface UnixfsRoot {
  readonly type: number
  readonly fileSizeBytes: number
  readonly links: readonly Link[]
}

/** Absent for other data. */
export function parseUnixfs({ Data, Links }: DagPbNode): UnixfsRoot | undefined {
  const data = Data?.['/']?.bytes
  if (typeof data !== 'string' || !Array.isArray(Links)) return undefined
  return { ...unixfsFields(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))), links: Links }
}

/** The entries of a folder, or the parts of a file. Absent when the root block does not tell how many there are. */
export function linkCount(node: DagPbNode): number | undefined {
  const root = parseUnixfs(node)
  if (!root || root.type === SHARDED_FOLDER) return undefined
  // Layouts put deeper parts last. A part that is no raw block may have parts itself.
  const isTold =
    root.type === FOLDER || root.links.length === 0 || RAW.test(root.links.at(-1)?.Hash?.['/'] ?? '')
  return isTold ? root.links.length : undefined
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
