import { joinBytes } from '../../../codec/bytes/bytes.ts'
import { ProtobufWriter, WIRE_TYPES } from '../../../codec/protobuf.ts'
import type { BitswapMessage, Presence, ProtocolFeatures, WantEntry, WireBlock } from './message.ts'

/**
 * Encodes a message behind its length, as consecutive chunks to send in a stream. The bytes of blocks are chunks of
 * their own and not copied. What the protocol of the stream does not know is left out: wants of kind `have` become
 * wants of blocks. Spec: Bitswap 1.2.0, "Wire format".
 */
export function encodeBitswapMessage(
  message: Partial<BitswapMessage>,
  features: ProtocolFeatures,
): readonly Uint8Array[] {
  const { blocks = [] } = message
  const items = encodeItems(message, features)
  const chunks = blocks.flatMap((block) => [blockHead(block, features), block.data])
  const sizeBytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, items.byteLength)
  return [joinBytes([new ProtobufWriter().varint(sizeBytes).finish(), items]), ...chunks]
}

/** Everything but the blocks. */
function encodeItems(
  { wants = [], isFull = false, presences = [] }: Partial<BitswapMessage>,
  features: ProtocolFeatures,
): Uint8Array {
  const writer = new ProtobufWriter()
  if (wants.length > 0 || isFull) {
    writer.varint(bytesTag(1)).open()
    for (const want of wants) writeWant(writer.varint(bytesTag(1)).open(), want, features).close()
    if (isFull) writer.varint(numberTag(2)).varint(1)
    writer.close()
  }
  if (features.hasPresences) {
    for (const presence of presences) writePresence(writer.varint(bytesTag(4)).open(), presence).close()
  }
  return writer.finish()
}

function writeWant(
  writer: ProtobufWriter,
  { cid, priority, isCancel, kind, sendDontHave }: WantEntry,
  { hasPresences }: ProtocolFeatures,
): ProtobufWriter {
  writer.varint(bytesTag(1)).bytes(cid.bytes).varint(numberTag(2)).varint(priority)
  if (isCancel) writer.varint(numberTag(3)).varint(1)
  if (hasPresences && kind === 'have') writer.varint(numberTag(4)).varint(1)
  if (hasPresences && sendDontHave) writer.varint(numberTag(5)).varint(1)
  return writer
}

function writePresence(writer: ProtobufWriter, { cid, isHeld }: Presence): ProtobufWriter {
  writer.varint(bytesTag(1)).bytes(cid.bytes)
  if (!isHeld) writer.varint(numberTag(2)).varint(1)
  return writer
}

/** The header of a block: its tags, lengths and prefix. */
function blockHead({ prefix, data }: WireBlock, { hasPrefixes }: ProtocolFeatures): Uint8Array {
  if (!hasPrefixes || !prefix)
    return new ProtobufWriter().varint(bytesTag(2)).varint(data.byteLength).finish()
  const inner = new ProtobufWriter()
    .varint(bytesTag(1))
    .bytes(prefix)
    .varint(bytesTag(2))
    .varint(data.byteLength)
  const head = inner.finish()
  const outer = new ProtobufWriter()
    .varint(bytesTag(3))
    .varint(head.byteLength + data.byteLength)
    .finish()
  return joinBytes([outer, head])
}

function bytesTag(field: number): number {
  return field * 8 + WIRE_TYPES.BYTES
}

function numberTag(field: number): number {
  return field * 8 + WIRE_TYPES.VARINT
}
