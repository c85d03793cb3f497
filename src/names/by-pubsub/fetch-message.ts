import { createByteSink } from '../../codec/bytes/byte-sink.ts'
import { writeVarint } from '../../codec/bytes/varint.ts'
import { readBytes, readUint32, skipValue, type WireReader } from '../../codec/dag-pb/wire-reader.ts'

// Spec: libp2p, Fetch Protocol, "Wire protocol": FetchRequest { identifier = 1 }, FetchResponse { status = 1, data = 2 }.
const [IDENTIFIER_TAG, STATUS_TAG, DATA_TAG] = [0x0a, 0x08, 0x12]
const NOT_FOUND = 1

/** Asks for the value of a key. */
export function writeFetchRequest(key: Uint8Array): Uint8Array {
  return message((sink) => bytesField(sink, { tag: IDENTIFIER_TAG, value: key }))
}

/** The key that a request asks for. Empty if it names none. Throws `corrupt`. */
export function readFetchRequest(bytes: Uint8Array): Uint8Array {
  const reader: WireReader = { bytes, at: 0, offset: 0 }
  let key = new Uint8Array()
  while (reader.at < bytes.byteLength) {
    const tag = readUint32(reader)
    if (tag === IDENTIFIER_TAG) key = readBytes(reader).slice()
    else skipValue(reader, tag & 7)
  }
  return key
}

/** A value, or the answer that there is none. */
export function writeFetchResponse(value: Uint8Array | undefined): Uint8Array {
  return message((sink) => {
    if (value) return bytesField(sink, { tag: DATA_TAG, value })
    sink.byte(STATUS_TAG)
    sink.byte(NOT_FOUND)
  })
}

/** The value of a response. `undefined` if it says that there is none, or an error. Throws `corrupt`. */
export function readFetchResponse(bytes: Uint8Array): Uint8Array | undefined {
  const reader: WireReader = { bytes, at: 0, offset: 0 }
  let status = 0
  let value: Uint8Array | undefined
  while (reader.at < bytes.byteLength) {
    const tag = readUint32(reader)
    if (tag === STATUS_TAG) status = readUint32(reader)
    else if (tag === DATA_TAG) value = readBytes(reader).slice()
    else skipValue(reader, tag & 7)
  }
  return status === 0 ? value : undefined
}

function message(write: (sink: ReturnType<typeof createByteSink>) => void): Uint8Array {
  const sink = createByteSink()
  write(sink)
  return sink.bytes()
}

function bytesField(
  sink: ReturnType<typeof createByteSink>,
  { tag, value }: { readonly tag: number; readonly value: Uint8Array },
): void {
  sink.byte(tag)
  sink.append(writeVarint(value.byteLength))
  sink.append(value)
}
