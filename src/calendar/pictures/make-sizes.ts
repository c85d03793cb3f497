import { collectBytes } from '../../codec/bytes/collect-bytes.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import type { CoreNode } from '../../node/create.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { EncodedImage, ImageResizer } from '../../ports/image-resizer.ts'
import { openFile } from '../../unixfs/read/read.ts'
import { probe } from './probe.ts'
import { sizes, sizeType } from './sizes.ts'

export interface MakeSizesOptions {
  readonly node: Pick<CoreNode, 'publicBlocks' | 'locks'>
  readonly imageResizer: ImageResizer
}

/**
 * Gives a size of a stored picture; `undefined` for content that is no picture, is too large, or has no such size.
 */
export type SizeMaker = (cid: CID, size: string, options?: AbortOptions) => Promise<EncodedImage | undefined>

/** The same limit as for a picture that is fetched by its URL. */
const MAX_BYTES = 16 * 1024 * 1024
/** A picture of this size takes some 200 MiB while it is decoded. */
const MAX_PIXELS = 50_000_000
/** Bytes of resized pictures that stay in memory. Any of them can be made again from its picture. */
const KEPT_BYTES = 8 * 1024 * 1024

/**
 * Makes sizes on request and caches the newest in memory. No size is stored, so that records and roots are the same
 * on hosts that make none. All nodes of one storage together decode one picture at a time.
 */
export function createSizeMaker({ node, imageResizer }: MakeSizesOptions): SizeMaker {
  const kept = new Map<string, EncodedImage>()
  let keptBytes = 0

  const keep = (key: string, made: EncodedImage) => {
    kept.set(key, made)
    keptBytes += made.bytes.byteLength
    for (const [oldest, { bytes }] of kept) {
      if (keptBytes <= KEPT_BYTES) return
      kept.delete(oldest)
      keptBytes -= bytes.byteLength
    }
  }

  return async (cid, size, options = {}) => {
    const key = `${cid}/${size}`
    return kept.get(key) ?? node.locks.exclusive('calendar/decoding', () => make(key), options)

    async function make(missing: string): Promise<EncodedImage | undefined> {
      const held = kept.get(missing)
      if (held) return held
      const picture = await smallPicture(cid, { node, ...options })
      const wanted = picture && sizes(picture)[size]
      if (!wanted) return undefined
      const made = await imageResizer.resize(picture, {
        ...wanted,
        ...options,
        type: sizeType(picture.type),
      })
      if (made) keep(missing, made)
      return made
    }
  }
}

interface Picture extends EncodedImage {
  readonly width: number
  readonly height: number
}

interface ReadOptions extends AbortOptions {
  readonly node: Pick<CoreNode, 'publicBlocks'>
}

/** Reads a stored picture within the limits. Its header is checked before anything is decoded. */
async function smallPicture(cid: CID, { node, signal }: ReadOptions): Promise<Picture | undefined> {
  try {
    const file = await openFile(node.publicBlocks, cid, { signal })
    if (file.sizeBytes > MAX_BYTES) return undefined
    const bytes = await collectBytes(file.content, { maxBytes: MAX_BYTES })
    const known = probe(bytes)
    if (!known || known.width * known.height > MAX_PIXELS) return undefined
    return { bytes, type: known.type, width: known.width, height: known.height }
  } catch (error) {
    if (isDomainError(error)) return undefined
    throw error
  }
}
