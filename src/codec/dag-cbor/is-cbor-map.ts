/** Major type of a CBOR map, in the high three bits of the first byte. Spec: RFC 8949, section 3.1. */
const MAP = 5

/** True for bytes that begin as a CBOR map does. Tells them from most other blocks without decoding any. */
export function isCborMap(bytes: Uint8Array): boolean {
  return (bytes[0] ?? 0) >> 5 === MAP
}
