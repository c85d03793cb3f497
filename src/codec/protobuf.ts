/// <reference path="./protobufjs-writer.d.ts" />
import Writer from 'protobufjs/src/writer.js'

export type ProtobufWriter = Writer

/**
 * Creates the writer of protobufjs without the rest of the library, which decodes, or needs types at run time.
 * `Writer.create` is not used, because it returns a writer of `Buffer`s where those exist.
 */
export function createProtobufWriter(): ProtobufWriter {
  return new Writer()
}
