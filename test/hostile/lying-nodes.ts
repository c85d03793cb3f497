import { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import type { StoredBlock } from '../requests/stored-tree.ts'

/** Stored bytes that are not what their CID's codec says, or say of themselves what is not so. */
export interface LyingNode extends StoredBlock {
  readonly name: string
  readonly text: RegExp
}

const DAG_PB = 0x70
const VARINT = 0
const FIXED_64 = 1
const BYTES = 2
const GROUP = 3
const FIXED_32 = 5

const CHILD = new TextEncoder().encode('four')
/** The raw block that the lying nodes link to: four bytes. */
export const childOfLiars: StoredBlock = { cid: await cidOf(0x55, CHILD), bytes: CHILD }
const HASH = childOfLiars.cid.bytes

const PROTO = /^(pin: )?(proto(buf)?: |Invalid Hash field found in link)/
const SIZES = /^Cannot read file: sizes given in \S+ do not agree$/
const TYPE = /^unrecognized object type: /
const RANGE = /^proto: number out of range: /
const UNKNOWN = /^unrecognized node type$/
const WIDTH = /^hamt size should be a power of two, got: /
const SHARDS = /^sharded directory has (a shard twice|too many links)$/

/** No dag-pb: refused by whatever reads nodes. */
export const NO_NODES: readonly LyingNode[] = await Promise.all(
  Object.entries({
    'a text': new TextEncoder().encode('hello, this is no node'),
    'one byte': [0x0a],
    zeros: new Uint8Array(100),
    'all ones': new Uint8Array(100).fill(0xff),
    'a length without bytes': [0x0a, 0x05],
    'a length one beyond the bytes': [0x0a, 0x05, 1, 2, 3, 4],
    'a length of 2^31': [0x0a, 0xff, 0xff, 0xff, 0xff, 0x07],
    'a length of 2^53': [0x0a, ...varint(2 ** 53)],
    'a length of 2^63': [0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
    'a length of 70 bits': [0x0a, ...repeated(0xff, 9), 0x7f],
    'a length that never ends': [0x0a, ...repeated(0x80, 1000)],
    'a field 0': [0x02, 0],
    'a field 3': field(3, BYTES, [1]),
    'a field 2^28': [...varint(2 ** 28 * 8 + 2), 1, 0],
    'Data as a varint': field(1, VARINT, [1]),
    'Data as a fixed number': [...field(1, FIXED_64), ...repeated(0, 8)],
    'Data as 32 bits': [...field(1, FIXED_32), ...repeated(0, 4)],
    'Data as a group': [...field(1, GROUP), 0x0c],
    'Data twice': [...bytesField(1, [8, 1]), ...bytesField(1, [8, 1])],
    'a link as a varint': field(2, VARINT, [1]),
    'a link after the Data and another': [...link({}), ...bytesField(1, [8, 1]), ...link({})],
    'a link of one byte': bytesField(2, [0x0a]),
    'a link with a field 4': bytesField(2, [...bytesField(1, HASH), ...bytesField(4, [1])]),
    'a link with a field 0': bytesField(2, [...bytesField(1, HASH), 2, 0]),
    'a link with two hashes': bytesField(2, [...bytesField(1, HASH), ...bytesField(1, HASH)]),
    'a link with two names': bytesField(2, [
      ...bytesField(1, HASH),
      ...bytesField(2, [97]),
      ...bytesField(2, [98]),
    ]),
    'a link with two sizes': bytesField(2, [...bytesField(1, HASH), 0x18, 1, 0x18, 1]),
    'a link whose name precedes its hash': bytesField(2, [...bytesField(2, [97]), ...bytesField(1, HASH)]),
    'a link whose size precedes its name': bytesField(2, [
      ...bytesField(1, HASH),
      0x18,
      1,
      ...bytesField(2, [97]),
    ]),
    'a link whose size is bytes': bytesField(2, [...bytesField(1, HASH), ...bytesField(3, [1])]),
    'a link whose name is a number': bytesField(2, [...bytesField(1, HASH), 0x10, 1]),
    'a link to no CID': bytesField(2, bytesField(1, [1, 2, 3])),
    'a link to nothing': bytesField(2, bytesField(1, [])),
    'a link to a CID cut short': bytesField(2, bytesField(1, [...HASH].slice(0, -1))),
    'a link to a CID and more': bytesField(2, bytesField(1, [...HASH, 0])),
    'a link to a CID of version 3': bytesField(2, bytesField(1, [3, ...[...HASH].slice(1)])),
    'a link to a text of a CID': bytesField(
      2,
      bytesField(1, new TextEncoder().encode(`${childOfLiars.cid}`)),
    ),
    'a link to an inline block of 2,000 bytes': link({
      hash: [1, 0x55, 0, ...varint(2000), ...repeated(65, 2000)],
    }),
    'links in links': nested(1000),
    '2 MiB of empty fields': new Uint8Array(2 * 1024 * 1024).map((_, at) => (at % 2 === 0 ? 0x12 : 0)),
  }).map(([name, bytes]) => liar(name, bytes, PROTO)),
)

/** Nodes that are no files, or have wrong fields. */
export const NO_FILES: readonly LyingNode[] = await Promise.all([
  liar('no bytes', [], PROTO),
  liar('no Data', link({}), PROTO),
  liar('empty Data', bytesField(1, []), PROTO),
  liar('Data of zeros', bytesField(1, repeated(0, 10)), /./),
  liar('Data that is a text', bytesField(1, new TextEncoder().encode('hello')), /./),
  liar('Data without a type', bytesField(1, bytesField(2, CHILD)), PROTO),
  liar('Data cut short', bytesField(1, [8]), PROTO),
  liar('Data whose bytes are cut short', bytesField(1, [8, 2, 0x12, 10, 1]), PROTO),
  liar('Data whose length is 2^63', bytesField(1, [8, 2, 0x12, ...repeated(0xff, 8), 0x7f]), PROTO),
  ...[6, 7, 99, 127].map((type) => liar(`type ${type}`, unixfs(type), TYPE)),
  liar('a type of 2^63', bytesField(1, [8, ...repeated(0xff, 8), 0x7f]), /./),
  liar('metadata', unixfs(3), UNKNOWN),
  liar('a size of 2^64 - 1', unixfs(2, [0x18, ...repeated(0xff, 9), 1]), RANGE),
  liar('a size of 2^53', unixfs(2, [0x18, ...varint(2 ** 53)]), RANGE),
  liar('a piece of 2^64 - 1', [...link({}), ...unixfs(2, [0x20, ...repeated(0xff, 9), 1])], RANGE),
  liar('a size without bytes', unixfs(2, [0x18, 5]), SIZES),
  liar('bytes beyond the size', unixfs(2, [0x12, 4, ...CHILD, 0x18, 3]), SIZES),
  liar('pieces without links', unixfs(2, [0x18, 4, 0x20, 4]), SIZES),
  liar('links without pieces', [...link({}), ...unixfs(2, [0x18, 4])], SIZES),
  liar('more links than pieces', [...link({}), ...link({}), ...unixfs(2, [0x18, 4, 0x20, 4])], SIZES),
  liar('more pieces than links', [...link({}), ...unixfs(2, [0x18, 8, 0x20, 4, 0x20, 4])], SIZES),
  liar('a sum that is wrong', [...link({}), ...unixfs(2, [0x18, 5, 0x20, 4])], SIZES),
  liar('a sum beyond counting', [...link({}), ...link({}), ...unixfs(2, [...huge(), ...huge()])], SIZES),
])

/** Files whose root is right and whose pieces are not what it says. */
export const LYING_PIECES: readonly LyingNode[] = await Promise.all([
  liar('a piece that is longer', [...link({}), ...unixfs(2, [0x18, 3, 0x20, 3])], SIZES),
  liar('a piece that is shorter', [...link({}), ...unixfs(2, [0x18, 5, 0x20, 5])], SIZES),
  liar(
    'a piece of 2^40',
    [...link({}), ...unixfs(2, [0x18, ...varint(2 ** 40), 0x20, ...varint(2 ** 40)])],
    SIZES,
  ),
  liar(
    'a piece of another codec',
    [...link({ hash: [1, 0x71, ...HASH.slice(2)] }), ...unixfs(2, [0x18, 4, 0x20, 4])],
    UNKNOWN,
  ),
  liar(
    'a piece that is no node',
    [...link({ hash: [1, DAG_PB, ...HASH.slice(2)] }), ...unixfs(2, [0x18, 4, 0x20, 4])],
    PROTO,
  ),
])

/** Directories whose shards no reader can follow. */
export const LYING_SHARDS: readonly LyingNode[] = await Promise.all([
  ...[0, 1, 3, 255, 257, 1_000_000, 2 ** 20, 2 ** 40].map((fanout) =>
    liar(
      `a fanout of ${fanout}`,
      [...link({ name: '00x' }), ...unixfs(5, [0x28, 0x22, 0x30, ...varint(fanout)])],
      WIDTH,
    ),
  ),
  liar('no fanout', unixfs(5, [0x28, 0x22]), WIDTH),
  liar('a fanout of 2^64 - 1', unixfs(5, [0x28, 0x22, 0x30, ...repeated(0xff, 9), 1]), RANGE),
  liar('another hash', unixfs(5, [0x28, 0x12, 0x30, 0x80, 2]), /^only murmur3 support as hash function$/),
  liar(
    'a shard that is raw',
    [...link({ name: '00' }), ...unixfs(5, [0x28, 0x22, 0x30, 0x80, 2])],
    /^expected protobuf dag node$/,
  ),
  liar(
    'a shard that is no node',
    [...link({ name: '00', hash: [1, DAG_PB, ...HASH.slice(2)] }), ...unixfs(5, [0x28, 0x22, 0x30, 0x80, 2])],
    PROTO,
  ),
  liar(
    'a shard that comes twice',
    [...repeatedShard('00'), ...repeatedShard('01'), ...unixfs(5, [0x28, 0x22, 0x30, 0x80, 2])],
    SHARDS,
  ),
  liar(
    'more links than places',
    [...['00a', '00b', '01a'].flatMap((name) => [...link({ name })]), ...unixfs(5, [0x28, 0x22, 0x30, 2])],
    SHARDS,
  ),
])

/** Directories with a link to more bytes than a number counts exactly, together with the block itself. */
export const LYING_SIZES: readonly LyingNode[] = await Promise.all(
  Object.entries({
    '2^53 - 1': varint(Number.MAX_SAFE_INTEGER),
    '2^63': [...repeated(0x80, 9), 1],
    '2^64 - 1': [...repeated(0xff, 9), 1],
  }).map(([size, bytes]) =>
    liar(
      `a link of ${size} bytes`,
      [...bytesField(2, [...bytesField(1, HASH), ...bytesField(2, [97]), 0x18, ...bytes]), ...unixfs(1)],
      /value of Tsize is too large: \d+$/,
    ),
  ),
)

async function liar(name: string, bytes: Iterable<number>, text: RegExp): Promise<LyingNode> {
  const held = Uint8Array.from(bytes)
  return { name, text, bytes: held, cid: await cidOf(DAG_PB, held) }
}

async function cidOf(codec: number, bytes: Uint8Array): Promise<CID> {
  return CID.createV1(codec, await sha256.digest(bytes))
}

function unixfs(type: number, rest: Iterable<number> = []): number[] {
  return bytesField(1, [8, ...varint(type), ...rest])
}

function link({
  hash = HASH,
  name = '',
}: {
  readonly hash?: Iterable<number>
  readonly name?: string
}): number[] {
  return bytesField(2, [...bytesField(1, hash), ...bytesField(2, new TextEncoder().encode(name)), 0x18, 4])
}

/** An inline shard: empty, of fanout 256. */
function repeatedShard(name: string): number[] {
  const shard = unixfs(5, [0x28, 0x22, 0x30, 0x80, 2])
  return link({ name, hash: [1, DAG_PB, 0, shard.length, ...shard] })
}

function huge(): number[] {
  return [0x20, ...varint(Number.MAX_SAFE_INTEGER)]
}

function nested(depth: number): number[] {
  let bytes: number[] = []
  for (let level = 0; level < depth; level += 1) bytes = bytesField(2, bytes)
  return bytes
}

function bytesField(number: number, bytes: Iterable<number>): number[] {
  const held = [...bytes]
  return [...field(number, BYTES), ...varint(held.length), ...held]
}

function field(number: number, wire: number, rest: readonly number[] = []): number[] {
  return [...varint(number * 8 + wire), ...rest]
}

function repeated(byte: number, count: number): number[] {
  return Array.from({ length: count }, () => byte)
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))]
}
