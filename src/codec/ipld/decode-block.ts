import { DomainError } from '../../errors.ts'
import type { CID } from '../cid/cid.ts'
import { dagCodec } from './dag-codecs.ts'
import type { DagValue } from './dag-value.ts'

/**
 * Decodes a stored block for display. Throws `corrupt` for malformed bytes, `unsupported` for a codec that this
 * node cannot decode.
 */
export function decodeBlock(cid: CID, bytes: Uint8Array): DagValue {
  const codec = dagCodec(cid.code)
  if (!codec) {
    const code = `${cid.code} (0x${cid.code.toString(16)})`
    throw new DomainError('unsupported', `no decoder registered for multicodec code ${code}`)
  }
  return codec.decode(bytes, { lossy: true })
}
