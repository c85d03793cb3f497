import { encode, prepare } from '@ipld/dag-pb'
import { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import type { Send } from '../hosts/host.ts'
import { file, form } from './form.ts'

/** A node and the size of the tree below it, with every block of that tree. */
export interface StoredTree {
  readonly cid: CID
  readonly sizeBytes: number
  readonly blocks: readonly StoredBlock[]
}

export interface StoredBlock {
  readonly cid: CID
  readonly bytes: Uint8Array
}

const RAW = 0x55
const DAG_PB = 0x70

/** A file of one raw block. */
export async function rawFile(content: string | Uint8Array): Promise<StoredTree> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return tree(RAW, bytes, [])
}

/** A file of several raw blocks under one node. */
export async function chunkedFile(chunks: readonly StoredTree[]): Promise<StoredTree> {
  const sizes = chunks.flatMap(({ sizeBytes }) => [0x20, ...varint(sizeBytes)])
  const total = chunks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const data = Uint8Array.from([0x08, 0x02, 0x18, ...varint(total), ...sizes])
  return node(
    data,
    chunks.map((child) => ['', child]),
  )
}

type Entry = readonly [name: string, tree: StoredTree]

/** A directory with these names, in any order and whatever they are. As a list, a name may be in it twice. */
export function directory(
  entries: Readonly<Record<string, StoredTree>> | readonly Entry[],
): Promise<StoredTree> {
  return node(Uint8Array.of(0x08, 0x01), isList(entries) ? entries : Object.entries(entries))
}

/** A shard of a directory. Its names begin with the two digits of their slot; one that is only these leads to a shard. */
export function shard(links: readonly Entry[]): Promise<StoredTree> {
  return node(Uint8Array.from([0x08, 0x05, 0x12, 0x01, 0xff, 0x28, 0x22, 0x30, 0x80, 0x02]), links)
}

/** A sharded folder of 200 files and then a shard of two more, `lost`. Its names are not where a lookup finds them. */
export async function shardedFolder(): Promise<{ root: StoredTree; lost: StoredTree }> {
  const leaf = await rawFile(`leaf ${Math.random()}`)
  const lost = await shard([
    ['00late', leaf],
    ['01last', leaf],
  ])
  const files = Array.from({ length: 200 }, (_, at): Entry => {
    const slot = at.toString(16).toUpperCase().padStart(2, '0')
    return [`${slot}file-${at}`, leaf]
  })
  return { root: await shard([...files, ['FF', lost]]), lost }
}

function isList<Item>(value: object | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value)
}

export function symlinkTo(target: string): Promise<StoredTree> {
  const text = new TextEncoder().encode(target)
  return node(Uint8Array.from([0x08, 0x04, 0x12, ...varint(text.byteLength), ...text]), [])
}

/** Stores the blocks. All go in as raw ones: stores know blocks by their multihash. */
export async function storeBlocks(send: Send, blocks: readonly StoredBlock[]): Promise<void> {
  for (let at = 0; at < blocks.length; at += PER_REQUEST) {
    const parts = blocks.slice(at, at + PER_REQUEST).map(({ bytes }) => file('data', bytes))
    const response = await send('/api/v0/block/put?cid-codec=raw', form(...parts))
    const answer = await response.text()
    if (response.status !== 200) throw new Error(`block/put answers ${response.status}: ${answer}`)
  }
}

const PER_REQUEST = 100

async function node(data: Uint8Array, links: readonly Entry[]): Promise<StoredTree> {
  const bytes = encode(
    prepare({
      Data: data,
      Links: links.map(([Name, { cid, sizeBytes }]) => ({ Name, Hash: cid, Tsize: sizeBytes })),
    }),
  )
  return tree(
    DAG_PB,
    bytes,
    links.map(([, child]) => child),
  )
}

async function tree(codec: number, bytes: Uint8Array, children: readonly StoredTree[]): Promise<StoredTree> {
  const cid = CID.createV1(codec, await sha256.digest(bytes))
  const sizeBytes = children.reduce((sum, child) => sum + child.sizeBytes, bytes.byteLength)
  return { cid, sizeBytes, blocks: [{ cid, bytes }, ...children.flatMap(({ blocks }) => blocks)] }
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(Math.floor(value / 0x80))]
}
