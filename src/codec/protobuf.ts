/// <reference path="./protobufjs-writer.d.ts" />
import Writer from 'protobufjs/src/writer.js'

export type ProtobufWriter = Writer

/**
 * The writer of protobufjs by itself: most of the library reads, or works on types that are known at run time.
 * It is made here because `Writer.create` takes a writer of `Buffer`s where there are any.
 */
export function createProtobufWriter(): ProtobufWriter {
  return new Writer()
}
