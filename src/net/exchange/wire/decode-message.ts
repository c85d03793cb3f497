import { type CID, MAX_CID_BYTES } from '../../../codec/cid/cid.ts'
import { decodeCid } from '../../../codec/cid/cid-bytes.ts'
import { readBytes, readUint32, skipValue, type WireReader } from '../../../codec/dag-pb/wire-reader.ts'
import { DomainError } from '../../../errors.ts'
import {
  type BitswapMessage,
  MAX_BLOCKS,
  MAX_PRESENCES,
  MAX_WANTS,
  type Presence,
  type WantEntry,
  type WireBlock,
} from './message.ts'

/**
 * Decodes a message. Blocks are views of `bytes`. Throws `corrupt` for malformed bytes and CIDs, and `too-large`
 * for more items than a well-behaved peer sends, and for a CID over {@link MAX_CID_BYTES}. Spec: Bitswap 1.2.0,
 * "Wire format".
 */
export function decodeBitswapMessage(bytes: Uint8Array): BitswapMessage {
  const wants: WantEntry[] = []
  const blocks: WireBlock[] = []
  const presences: Presence[] = []
  let isFull = false
  readFields(bytes, {
    1: (reader) => {
      isFull = readWantlist(readBytes(reader), wants) || isFull
    },
    2: (reader) => addBlock(blocks, { data: readBytes(reader) }),
    3: (reader) => addBlock(blocks, readBlock(readBytes(reader))),
    4: (reader) => {
      if (presences.length >= MAX_PRESENCES) throw tooMany('presences')
      presences.push(readPresence(readBytes(reader)))
    },
  })
  return { wants, isFull, blocks, presences }
}

type FieldReaders = Readonly<Record<number, (reader: WireReader) => void>>

/** Reads the known fields of a message, and skips the others. */
function readFields(bytes: Uint8Array, fields: FieldReaders): void {
  const reader: WireReader = { bytes, at: 0, offset: 0 }
  while (reader.at < bytes.byteLength) {
    const tag = readUint32(reader)
    const read = fields[tag >>> 3]
    if (read) read(reader)
    else skipValue(reader, tag & 7)
  }
}

/** Reads the entries of a wantlist into `wants`. True for one that replaces the earlier one. */
function readWantlist(bytes: Uint8Array, wants: WantEntry[]): boolean {
  let isFull = false
  readFields(bytes, {
    1: (reader) => {
      const entry = readBytes(reader)
      if (wants.length < MAX_WANTS) wants.push(readEntry(entry))
    },
    2: (reader) => {
      isFull = readUint32(reader) !== 0
    },
  })
  return isFull
}

function readEntry(bytes: Uint8Array): WantEntry {
  let cid: Uint8Array | undefined
  let priority = 1
  let isCancel = false
  let kind = 0
  let sendDontHave = false
  readFields(bytes, {
    1: (reader) => {
      cid = readBytes(reader)
    },
    2: (reader) => {
      priority = readUint32(reader) | 0
    },
    3: (reader) => {
      isCancel = readUint32(reader) !== 0
    },
    4: (reader) => {
      kind = readUint32(reader)
    },
    5: (reader) => {
      sendDontHave = readUint32(reader) !== 0
    },
  })
  return {
    cid: readShortCid(cid ?? NOTHING),
    priority,
    isCancel,
    kind: kind === 1 ? 'have' : 'block',
    sendDontHave,
  }
}

const NOTHING: Uint8Array = new Uint8Array(0)

function addBlock(blocks: WireBlock[], block: WireBlock): void {
  if (blocks.length >= MAX_BLOCKS) throw tooMany('blocks')
  blocks.push(block)
}

function readBlock(bytes: Uint8Array): WireBlock {
  let prefix = NOTHING
  let data = NOTHING
  readFields(bytes, {
    1: (reader) => {
      prefix = readBytes(reader)
    },
    2: (reader) => {
      data = readBytes(reader)
    },
  })
  return { prefix, data }
}

function readPresence(bytes: Uint8Array): Presence {
  let cid = NOTHING
  let kind = 0
  readFields(bytes, {
    1: (reader) => {
      cid = readBytes(reader)
    },
    2: (reader) => {
      kind = readUint32(reader)
    },
  })
  return { cid: readShortCid(cid), isHeld: kind === 0 }
}

/** Each lookup of a CID formats it, and a list of wants keeps it. */
function readShortCid(bytes: Uint8Array): CID {
  if (bytes.byteLength <= MAX_CID_BYTES) return decodeCid(bytes)
  throw new DomainError('too-large', `Cannot read CID of a peer: over ${MAX_CID_BYTES} bytes`)
}

function tooMany(what: string): DomainError {
  return new DomainError('too-large', `Cannot read message of a peer: too many ${what}`)
}
