import type { BoundaryRule } from './content-defined-chunks.ts'

const MIN_BYTES = 131_072
const MAX_BYTES = 524_288
const MASK = 0x1_ffff

/** The table value of a byte is rotated once for each following byte, so after 32 bytes it is the original again. */
const WINDOW_BYTES = 32

/**
 * Ends a chunk after the first window of 32 bytes whose hash has 17 zero low bits, at the earliest after 128 KiB
 * and at the latest after 512 KiB. Spec gap: sizes and table are the reference implementation's.
 */
export const buzhashBoundary: BoundaryRule = {
  maxBytes: MAX_BYTES,
  chunkLength(bytes) {
    const length = bytes.byteLength
    if (length <= MIN_BYTES) return length
    let state = 0
    for (let at = MIN_BYTES - WINDOW_BYTES; at < MIN_BYTES; at += 1) {
      state = ((state << 1) | (state >>> 31)) ^ (BUZHASH_TABLE[bytes[at] ?? 0] ?? 0)
    }
    let at = MIN_BYTES
    for (; at < length && (state & MASK) !== 0; at += 1) {
      state =
        ((state << 1) | (state >>> 31)) ^
        (BUZHASH_TABLE[bytes[at - WINDOW_BYTES] ?? 0] ?? 0) ^
        (BUZHASH_TABLE[bytes[at] ?? 0] ?? 0)
    }
    return at
  },
}

/** Hash value of each byte. Published with the chunker; other values would give other CIDs. */
export const BUZHASH_TABLE: Uint32Array = Uint32Array.from(
  `
  6236e7d5 10279b0b 72818182 dc526514 2fd41e3d 777ef8c8 83ee5285 2c8f3637
  2f049c1a 57df9791 9207151f 9b544818 74eef658 2028ca60 0271d91a 27ae587e
  ecf9fa5f 236e71cd f43a8a2e 0bb13380 9e57912c 89a26cdb 9fcf3d71 a86da6f1
  9c49f376 346aecc7 f094a9ee ea99e9cb b01713c6 088acffb 2960a0fb 344a626c
  7ff22a46 6d7a1aa5 6a714916 41d454ca 8325b830 0b65f563 447fecca f9d0ea5e
  c1d9d3d4 cb5ec574 55aae902 86edc0e7 0d3a9e33 e70dc1e1 e3c5f639 9b43140a
  c6490ac5 5e4030fb 8e976dd5 a87468ea f830ef6f cc1ed5a5 611f4e78 ddd11905
  f2613904 566c67b9 905a5ccc 7b37b3a4 4b53898a 6b8fd29d aad81575 511be414
  3cfac1e7 8029a179 d40efeda 07380e02 dc9beffd 2d049082 99bc7831 ff5002a8
  21ce7646 01cd049b 0f43994f c3c6c5a5 bbda5f50 0ec15ec7 9adb19b6 0c1e80b9
  b9b52968 ae162419 2542b405 91a42e9d 6be0f668 6ed7a6b9 bc2777b4 e162ce56
  4266aad5 60fdb704 66f832a5 9595f6ca fee83ced 55228d99 12bf0e28 66896459
  0789afda 0282baa8 2367a343 591491b0 2ff1a4b1 410739b6 9b7055a0 2e0eb229
  24fc8252 3327d3df b0782669 1c62e069 7f503101 f50593ae d9eb275d e00eb678
  5917ccde 97b9660a dd06202d ed229e22 a9c735bf d6316fe6 6fc72e4c 0206dfa2
  d6b15c5a 69d87b49 09c97745 13445d61 35a975aa 859aa9b9 65380013 d1fb6391
  c29255fd 784a3b91 b9e74c26 63ce4d40 c07cbe9e e6e4529e 0fb3632f 9438d9c9
  682f94a8 f8fd4611 257ec1ed 475ce3d6 60ee2db1 2afab002 2b9e4878 86b340de
  1482fdca fe41b3bf d4a412b0 e09db98c c1af5d53 7e55e25f d3346b38 b7a12cbd
  9c6827ba 71f78bee 8c3a0f52 150491b0 f26de912 233e3a4e d309ebba a0a9e0ff
  ca2b5921 eeb9893c 33829e88 9870cc2a 23c4b9d0 eba32ea3 bdac4d22 3bc8c44c
  1e8d0397 f9327735 783b009f 0eb83742 2621dc71 ed017d03 5c760aa1 5a69814b
  96e3047f a93c9cde 615c86f5 b4322aa5 4225534d 0d2e2de3 ccfccc4b 0bac2a57
  f0a06d04 bc78d737 f2d1f766 f5a7953c bcdfda85 5213b7d5 bce8a328 d38f5f18
  db094244 fe571253 317fa7ee 4a324f43 3ffc39d9 51b3fa8e 7a4bee9f 78bbc682
  9f5c0350 02fe286c 245ab686 ed6bf7d7 0ac4988a 3fe010fa c65fe369 a45749cb
  2b84e537 de9ff363 20540f9a aa8c9b34 5bc476b3 1d574bd7 929100ad 4721de4d
  27df1b05 58b18546 b7e76764 df904e58 97af57a1 bd4dc433 a6256dfd f63998f3
  f1e05833 e20acf26 f57fd9d6 90300b4d 89df4290 68d01cbc cf893ee3 cc42a046
  778e181b 67265c76 e981a4c4 82991da1 708f7294 e6e2ae62 fc441870 95e1b0b6
  0445f825 5a93b47f 5e9cf4be 84da71e7 9d9582b0 9bf835ef 591f61e2 43325985
  5d2de32e 8d8fbf0f 95b30f38 07ad5b6e 4e934edf 3cd4990e 9053e259 5c41857d
`
    .trim()
    .split(/\s+/),
  (word) => Number.parseInt(word, 16),
)
