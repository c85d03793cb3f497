import { CID } from 'multiformats/cid'
import * as Digest from 'multiformats/hashes/digest'
import { identity } from 'multiformats/hashes/identity'
import { beforeAll, describe, expect, it } from 'vitest'
import { cborBlock } from '../../../src/blocks/cbor-block.ts'
import { readCar } from '../../../src/codec/car/read-car.ts'
import { storedRecordBlock } from '../../../src/ledger/blocks/record-block.ts'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import { proveUpdate } from '../../../src/ledger/proof/prove-update.ts'
import { type ProofClaim, verifyProof } from '../../../src/ledger/proof/verify-proof.ts'
import { encodeMessage } from '../../../src/ledger/records/encode-record.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { chunked } from '../codec/chunked.ts'
import { damaged, fuzz, ROUNDS, SEED } from '../fuzz/fuzz.ts'
import { creation, ledgerOf, ledgerOfTwo, OTHER_ROLLAPP, ROLLAPP, update } from './ledger-of.ts'
import { carOf, type Forgery, forgedProof, type MadeProof, proofOf } from './proof-of.ts'

/** Of the bits of each byte one is flipped, of the next byte another; each of them in the soak run. */
const EVERY_BIT = process.env['TIDEPOOL_FUZZ'] === undefined ? 8 : 1

const REFUSED = { isProved: false, reason: expect.any(String) }

let ledger: Ledger
let proof: MadeProof
let claim: ProofClaim

beforeAll(async () => {
  ledger = await grownLedger()
  proof = await proofOf(ledger, { rollappId: ROLLAPP, index: 35n })
  claim = { root: proof.root, rollappId: ROLLAPP, index: 35n }
})

describe('verifyProof()', () => {
  it('accepts the proof of each record, with any state of finality', async () => {
    for (const index of [1n, 31n, 32n, 36n, 40n]) {
      const { car, root } = await proofOf(ledger, { rollappId: ROLLAPP, index })

      expect(verifyProof(car, { root, rollappId: ROLLAPP, index })).toMatchObject({
        isProved: true,
        record: { stateInfoIndex: { rollappId: ROLLAPP, index }, status: 1, creationHeight: index - 1n },
        isFinal: index <= 38n,
        finalHeight: index + 2n,
        ledgerHeight: 40n,
      })
    }
  })

  it('accepts the root as text', () => {
    expect(verifyProof(proof.car, { ...claim, root: String(proof.root) })).toMatchObject({ isProved: true })
  })

  it.each([
    ['an index that is no bigint', { index: 35 }, 'index and height must be bigints'],
    ['no index', { index: undefined }, 'index and height must be bigints'],
    ['a height that is no bigint', { height: 70 }, 'index and height must be bigints'],
    ['a state root in text', { height: 70n, stateRoot: 'AQ==' }, 'must be Uint8Arrays'],
    ['a rollapp that is no text', { rollappId: 1234 }, 'rollappId must be a text'],
    ['a root as a link in JSON', { root: { '/': 'bafkqaaa' } }, 'root must be a CID or its text'],
    ['a root that is no CID', { root: 'nothing' }, 'root must be a CID or its text'],
    ['no root', { root: undefined }, 'root must be a CID or its text'],
  ])('refuses %s, and says what it must be', (_, wrong, reason) => {
    // As a page without types would call it.
    const untyped = { ...claim, ...wrong } as unknown as ProofClaim

    expect(verifyProof(proof.car, untyped)).toEqual({
      isProved: false,
      reason: expect.stringContaining(reason),
    })
  })

  it.each([undefined, null, 'claim'])('refuses the claim %j, and says what it must be', (wrong) => {
    expect(verifyProof(proof.car, wrong as unknown as ProofClaim)).toEqual({
      isProved: false,
      reason: expect.stringContaining('the claim must be an object'),
    })
  })

  it('refuses a proof that is no Uint8Array, and says so', () => {
    const car = proof.car.slice().buffer as unknown as Uint8Array

    expect(verifyProof(car, claim)).toMatchObject({
      reason: expect.stringContaining('must be Uint8Arrays'),
    })
  })

  it('names the block of the record, and the descriptor of a block that it covers', async () => {
    const { leaf } = await proveUpdate(await ledger.open(), { rollappId: ROLLAPP, index: 35n })

    expect(verifyProof(proof.car, { ...claim, height: 70n })).toMatchObject({
      update: String(leaf.update),
      descriptor: { height: 70n, stateRoot: new Uint8Array(32).fill(70) },
    })
    expect(
      verifyProof(proof.car, { ...claim, height: 70n, stateRoot: new Uint8Array(32).fill(70) }),
    ).toMatchObject({ isProved: true })
  })

  it('accepts a proof of finality for a final record, and none for a pending one', async () => {
    const pending = await proofOf(ledger, { rollappId: ROLLAPP, index: 39n })

    expect(verifyProof(proof.car, { ...claim, final: true })).toMatchObject({ isProved: true, isFinal: true })
    expect(
      verifyProof(pending.car, { root: pending.root, rollappId: ROLLAPP, index: 39n, final: true }),
    ).toEqual(REFUSED)
  })

  it('accepts the proof of a record that a revert has cut', async () => {
    const reverted = ledgerOf()
    await reverted.create(creation())
    await reverted.submit(update(1n, 4n))
    await reverted.revert({ rollappId: ROLLAPP, height: 3n, reason: 'wrong root' })
    const { car, root } = await proofOf(reverted, { rollappId: ROLLAPP, index: 1n })

    const shortened = verifyProof(car, { root, rollappId: ROLLAPP, index: 1n, height: 2n })

    expect(shortened).toMatchObject({ isProved: true, record: { numBlocks: 2n } })
  })

  it.each([
    ['another index', { index: 34n }],
    ['index 0', { index: 0n }],
    ['an index that no trie has', { index: 2n ** 64n }],
    ['a negative index', { index: -1n }],
    ['another rollapp', { rollappId: OTHER_ROLLAPP }],
    ['a rollapp with the same number', { rollappId: 'twin_1234-1' }],
    ['no rollapp', { rollappId: '' }],
    ['a rollapp with spaces', { rollappId: ` ${ROLLAPP}` }],
    ['a height below the record', { height: 68n }],
    ['a height above the record', { height: 71n }],
    ['another state root', { height: 70n, stateRoot: new Uint8Array(32) }],
    ['a state root of no height', { stateRoot: new Uint8Array(32).fill(70) }],
    ['another root', { root: 'bafyreiexbnn5yyw4vmwuuahhlxszsdbcvn5kquefbhjdh7u46jk5rhsige' }],
    ['a root that is no CID', { root: 'root' }],
  ] as const)('refuses it for %s', (_, wrong) => {
    expect(verifyProof(proof.car, { ...claim, ...wrong })).toEqual(REFUSED)
  })

  it('refuses the proof of a record under an earlier root', async () => {
    const { prev } = await ledger.open()

    expect(verifyProof(proof.car, { ...claim, ...(prev && { root: prev }) })).toEqual(REFUSED)
  })
})

describe('verifyProof() of a changed proof', () => {
  it('refuses it with a bit of any byte flipped', () => {
    for (let at = 0; at < proof.car.byteLength; at += 1) {
      for (let bit = at % EVERY_BIT; bit < 8; bit += EVERY_BIT) {
        const changed = proof.car.slice()
        changed[at] = (changed[at] ?? 0) ^ (1 << bit)
        expect(verifyProof(changed, claim), `bit ${bit} of byte ${at}`).toEqual(REFUSED)
      }
    }
  })

  it('refuses it cut at any byte, and with a byte more at any place', () => {
    for (let at = 0; at < proof.car.byteLength; at += 1) {
      const longer = new Uint8Array(proof.car.byteLength + 1)
      longer.set(proof.car.subarray(0, at))
      longer.set(proof.car.subarray(at), at + 1)

      expect(verifyProof(proof.car.subarray(0, at), claim), `cut at ${at}`).toEqual(REFUSED)
      expect(verifyProof(longer, claim), `longer at ${at}`).toEqual(REFUSED)
    }
    expect(verifyProof(Uint8Array.of(...proof.car, 0), claim)).toEqual(REFUSED)
  })

  it('refuses it with a block left out, repeated, moved, added or exchanged', async () => {
    const blocks = await blocksOf(proof.car)
    const other = await blocksOf((await proofOf(ledger, { rollappId: ROLLAPP, index: 3n })).car)
    const stranger = await cborBlock('a stranger')
    const versions = blocks.flatMap((block, at) => [
      blocks.toSpliced(at, 1),
      blocks.toSpliced(at, 0, block),
      blocks.toSpliced(at, 0, stranger),
      blocks.toSpliced(at, 1, stranger),
      blocks.toSpliced(at, 1, { cid: block.cid, bytes: stranger.bytes }),
      ...blocks
        .slice(at + 1)
        .map((later, beyond) => blocks.toSpliced(at, 1, later).toSpliced(at + 1 + beyond, 1, block)),
      ...(other[at] && !other[at].cid.equals(block.cid) ? [blocks.toSpliced(at, 1, other[at])] : []),
    ])

    expect(verifyProof(await carOf(blocks), claim)).toMatchObject({ isProved: true })
    for (const version of [...versions, [...blocks, stranger], blocks.toReversed()])
      expect(verifyProof(await carOf(version), claim)).toEqual(REFUSED)
  })

  it(`accepts nothing but the proof itself (${ROUNDS} rounds, seed ${SEED})`, () =>
    fuzz(
      (random) => damaged(proof.car, random),
      (car) => {
        const isSame = Buffer.compare(car, proof.car) === 0
        expect(verifyProof(car, claim).isProved).toBe(isSame)
      },
    ))
})

describe('verifyProof() of a ledger with false records and correct hashes', () => {
  const asked = { rollappId: ROLLAPP, index: 1n }

  it('accepts it when its records are true', async () => {
    const { car, root } = await forgedProof()

    expect(verifyProof(car, { ...asked, root, final: true })).toMatchObject({
      isProved: true,
      finalHeight: 7n,
    })
  })

  it.each<[string, Forgery | (() => Promise<Forgery>)]>([
    [
      'the record of another rollapp',
      { record: { stateInfoIndex: { rollappId: OTHER_ROLLAPP, index: 1n } } },
    ],
    ['the record of another index', { record: { stateInfoIndex: { rollappId: ROLLAPP, index: 2n } } }],
    ['a record that says it is final', { record: { status: 2 } }],
    ['a record from the future', { record: { creationHeight: 10n } }],
    ['a record that was final before it was made', { leaf: { finalHeight: 3n } }],
    ['finality before its height', { leaf: { finalHeight: 10n } }],
    ['finality beyond the latest final record', { rollapp: { latestFinal: 0n } }],
    ['a pending record below the latest final one', { leaf: { status: 1 } }],
    ['a record beyond the latest', { rollapp: { latest: 0n, latestFinal: 0n } }],
    ['another number of blocks', { record: { numBlocks: 3n } }],
    ['no blocks', { record: { numBlocks: 0n, BDs: { BD: [] } } }],
    ['blocks from height 0', { record: { startHeight: 0n } }],
    ['blocks out of order', { record: { startHeight: 2n } }],
    ['a rollapp of another name', { rollapp: { id: 'twin_1234-1' } }],
    ['a rollapp without records', { rollapp: { updates: undefined } }],
    ['a root without rollapps', { root: { rollapps: undefined } }],
    [
      'a node of another level',
      { updates: (node) => new Map([...(node as Map<string, never>), ['l', 1n as never]]) },
    ],
    [
      'a record in another form',
      async () => {
        const bytes = encodeMessage('StateInfo', { stateInfoIndex: { rollappId: ROLLAPP, index: 1n } })
        return { recordBlock: await storedRecordBlock(bytes) }
      },
    ],
    [
      'a record that carries its bytes in its name',
      () => {
        const bytes = new Uint8Array([0x0a, 0x00, 0x4a, 0x00])
        return Promise.resolve({
          recordBlock: { cid: CID.createV1(0x55, identity.digest(bytes)), bytes },
        })
      },
    ],
    [
      'a rollapp under a hash that is cut',
      () =>
        Promise.resolve({
          inside: async ({ cid, bytes }: Block) => {
            const cut = Digest.create(0x12, cid.multihash.digest.subarray(0, 20))
            return { cid: CID.createV1(0x71, cut), bytes }
          },
        }),
    ],
    [
      'a rollapp under another codec',
      () =>
        Promise.resolve({
          inside: async ({ cid, bytes }: Block) => ({ cid: CID.createV1(0x55, cid.multihash), bytes }),
        }),
    ],
  ])('refuses %s', async (_, forgery) => {
    const { car, root } = await forgedProof(typeof forgery === 'function' ? await forgery() : forgery)

    expect(verifyProof(car, { ...asked, root })).toEqual(REFUSED)
  })
})

/** Forty records of two blocks, one at each ledger height from 0; another rollapp beside them. */
async function grownLedger(): Promise<Ledger> {
  const grown = await ledgerOfTwo()
  await grown.submit(update(1n, 1n, { rollappId: OTHER_ROLLAPP }))
  for (let at = 0n; at < 40n; at += 1n) {
    await grown.submit(update(1n + 2n * at, 2n))
    await grown.advance({ by: 1n })
  }
  return grown
}

async function blocksOf(car: Uint8Array): Promise<Block[]> {
  const { blocks } = await readCar(chunked(car, 1000))
  const found: Block[] = []
  for await (const block of blocks) found.push(block)
  return found
}
