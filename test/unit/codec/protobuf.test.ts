import protobuf from 'protobufjs'
import { describe, expect, it } from 'vitest'
import { ProtobufWriter } from '../../../src/codec/protobuf.ts'

const { root } = protobuf.parse(`
  syntax = "proto3";
  message Sample { uint64 number = 1; string text = 2; bytes data = 3; Sample inner = 4; }
`)
const Sample = root.lookupType('Sample')

const [NUMBER, TEXT, DATA, INNER] = [0x08, 0x12, 0x1a, 0x22]

describe('ProtobufWriter', () => {
  it.each([1n, 127n, 128n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n])(
    'writes %d as the library does',
    (number) => {
      const written = new ProtobufWriter().varint(NUMBER).varint(number).finish()

      expect(written).toEqual(encodeByLibrary({ number: number.toString() }))
    },
  )

  it.each(['tide', 'Gezeitentümpel', '潮だまり', 'a'.repeat(300), `${'a'.repeat(127)}é`])(
    'writes the text %s as the library does',
    (text) => {
      expect(new ProtobufWriter().varint(TEXT).string(text).finish()).toEqual(encodeByLibrary({ text }))
    },
  )

  it.each([1, 125, 126, 127, 128, 16_384, 100_000])(
    'writes a message around a message around %d bytes as the library does',
    (sizeBytes) => {
      const data = new Uint8Array(sizeBytes).fill(7)
      const writer = new ProtobufWriter().varint(INNER).open().varint(INNER).open()

      const written = writer.varint(DATA).bytes(data).close().varint(NUMBER).varint(1).close().finish()

      // The library writes fields in the order of their numbers.
      const inner = encodeByLibrary({ inner: { data } })
      const body = Uint8Array.of(...inner, NUMBER, 1)
      expect(written).toEqual(new ProtobufWriter().varint(INNER).bytes(body).finish())
      expect(Sample.toObject(Sample.decode(written))).toMatchObject({ inner: { inner: { data } } })
    },
  )
})

function encodeByLibrary(message: object): Uint8Array {
  return new Uint8Array(Sample.encode(Sample.fromObject(message)).finish())
}
