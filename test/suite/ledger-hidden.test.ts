import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { readCommit } from '../../src/calendar/store/commits/commit.ts'
import { piecesOf } from '../../src/codec/bytes/pieces-of.ts'
import { readCar } from '../../src/codec/car/read-car.ts'
import { CID, RAW_CODEC } from '../../src/codec/cid/cid.ts'
import { decodeDagCbor } from '../../src/codec/dag-cbor/decode-dag-cbor.ts'
import type { Block } from '../../src/ports/blockstore.ts'
import { anEvent, calendar, nextName } from '../requests/calendar.ts'
import { storeBlocks } from '../requests/stored-tree.ts'
import { chunked } from '../unit/codec/chunked.ts'
import { ROLLAPP } from '../unit/ledger/ledger-of.ts'
import { forgedProof } from '../unit/ledger/proof-of.ts'

const post = (path: string) => send(`/api/v0/ledger/${path}`, { method: 'POST' })

describe('who reads the history of a calendar', () => {
  it('finds the bytes of no draft, neither in a batch nor by the CIDs that commits name', async () => {
    const [secret, open] = [nextName(), nextName()]
    await post('anchor')
    await calendar('/events', { body: anEvent({ title: `Draft ${secret}`, status: 'draft' }) })
    const { body: shown } = await calendar('/events', { body: anEvent({ title: `Shown ${open}` }) })
    await calendar(`/events/${shown.id}`, { method: 'PATCH', body: { title: secret, status: 'private' } })
    const { RollappId } = await (await post('anchor')).json()
    const { StateInfo } = await (await post(`get?arg=${RollappId}`)).json()

    const batch = await send(`/ipfs/${StateInfo.DAPath.slice('cas|'.length)}`)
    const car = new Uint8Array(await batch.arrayBuffer())
    const named = await recordsNamedIn(car)
    const given = await Promise.all(named.map((cid) => answersFor(cid)))

    const texts = [car, ...given.flat()].map((bytes) => new TextDecoder().decode(bytes))
    expect(named.length).toBeGreaterThanOrEqual(3)
    expect(texts.filter((text) => text.includes(secret))).toEqual([])
    expect(texts[0]).toContain(open)
    expect(texts.slice(1).some((text) => text.includes(open))).toBe(true)
  })
})

describe('who queries a root that somebody has made up', () => {
  it('finds no bytes of a draft to which it leads', async () => {
    const secret = nextName()
    await calendar('/events', { body: anEvent({ title: `Draft ${secret}`, status: 'draft' }) })
    const { RollappId } = await (await post('anchor')).json()
    const { StateInfo } = await (await post(`get?arg=${RollappId}`)).json()
    const batch = await send(`/ipfs/${StateInfo.DAPath.slice('cas|'.length)}`)
    const named = await recordsNamedIn(new Uint8Array(await batch.arrayBuffer()))

    const proofs = await Promise.all(named.map((cid) => madeUpProof(cid)))

    expect(proofs.length).toBeGreaterThanOrEqual(1)
    expect(proofs.filter(({ text }) => text.includes(secret))).toEqual([])
    expect(proofs.some(({ status }) => status === 404)).toBe(true)
  })
})

/** Answers the proof of a record that is this block, under a root that the ledger never had. */
async function madeUpProof(record: CID): Promise<{ readonly status: number; readonly text: string }> {
  const cid = CID.createV1(RAW_CODEC, record.multihash)
  const { car, root } = await forgedProof({ recordBlock: { cid, bytes: new Uint8Array() } })
  const made: Block[] = []
  for await (const block of (await readCar(chunked(car, 1000))).blocks) made.push(block)
  await storeBlocks(send, made.slice(0, -1))
  const response = await send(`/made/up/rollapp/proof/${ROLLAPP}/1?root=${root}`)
  return { status: response.status, text: await response.text() }
}

/** The versions of records that the commits of a batch name; the batch may have come in with other writes. */
async function recordsNamedIn(car: Uint8Array): Promise<readonly CID[]> {
  const { blocks } = await readCar(piecesOf(new Blob([car.slice()]).stream()))
  const named: CID[] = []
  for await (const { bytes } of blocks) {
    const value = decodeDagCbor(bytes)
    if (value instanceof Map && value.has('changes')) {
      named.push(...readCommit(value).changes.flatMap(({ after }) => after ?? []))
    }
  }
  return named
}

/** The bytes that every form of the gateway answers for a block, and for the same bytes under another codec. */
async function answersFor(cid: CID): Promise<readonly Uint8Array[]> {
  const raw = CID.createV1(RAW_CODEC, cid.multihash)
  const paths = [`${cid}`, `${cid}?format=raw`, `${cid}?format=dag-json`, `${cid}?format=car`, `${cid}/title`]
  return Promise.all(
    [...paths, `${raw}`, `${raw}?format=raw`].map(async (path) => {
      const response = await send(`/ipfs/${path}`)
      return new Uint8Array(await response.arrayBuffer().catch(() => new ArrayBuffer()))
    }),
  )
}
