import { loadBlock } from '../../blocks/load-block.ts'
import { parseCodec } from '../../codec/cid/codec-names.ts'
import { type DagCodec, dagCodec } from '../../codec/ipld/dag-codecs.ts'
import { decodeBlock } from '../../codec/ipld/decode-block.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { descend } from '../read/inside-node.ts'
import type { PathReader } from './path-reader.ts'
import { resolvePath } from './resolve.ts'

export interface GetNodeOptions extends AbortOptions {
  /** Name of the output codec. */
  readonly outputCodec: string
}

/**
 * Encodes the node at a path, or a value inside it, in a codec. A whole node that is requested in its own codec is
 * returned as stored.
 *
 * Throws what {@link resolvePath} throws, and `invalid-argument` for an unknown codec or a value that the codec
 * cannot represent. Spec: RPC document, `/dag/get`.
 */
export async function getNode(
  blocks: PathReader,
  path: string,
  { outputCodec, signal }: GetNodeOptions,
): Promise<Uint8Array> {
  const output = codecOf(outputCodec)
  const { cid, remainder } = await resolvePath(blocks, path, { inside: true, signal })
  const bytes = await loadBlock(blocks, cid, { signal })
  if (!dagCodec(cid.code)) throw undecodable(cid.code)
  const node = decodeBlock(cid, bytes)
  if (remainder.length === 0 && cid.code === output.code) return bytes
  const { value = null } = descend(cid, node, remainder)
  return output.encode(value)
}

function undecodable(code: number): DomainError {
  const missing = `no decoder registered for multicodec code ${code} (0x${code.toString(16)})`
  return new DomainError('unsupported', `could not choose a decoder: ${missing}`)
}

function codecOf(name: string): DagCodec {
  const code = parseCodec(name)
  const codec = dagCodec(code)
  if (codec) return codec
  const missing = `no encoder registered for multicodec code ${code} (0x${code.toString(16)})`
  throw new DomainError('invalid-argument', `invalid encoding: ${name} - ${missing}`)
}
