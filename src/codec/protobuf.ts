import Long from 'long'
import protobuf from 'protobufjs/minimal.js'

protobuf.util.Long = Long
protobuf.configure()

/**
 * The runtime that generated protobuf code imports, made to read 64-bit integers whole: in a bundle for
 * workerd it does not find `long` by itself, and rounds them without a word. Generated code asks for `Long`
 * while it loads, so it must import this module and not the library.
 */
export default protobuf
