import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { encode } from '@ipld/dag-cbor'
import { CID } from 'multiformats/cid'
import * as Digest from 'multiformats/hashes/digest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childrenNamed } from '../../edge/local/process-identity.ts'
import { type RunningWorkerd, startWorkerd } from '../hosts/start-workerd.ts'
import type { Readings } from '../requests/activity.ts'
import { file, streamedForm } from '../requests/form.ts'
import { carSection, carStart } from '../requests/made-car.ts'
import { randomBytes } from '../requests/random-bytes.ts'

const MIB = 1024 * 1024
/** Over the bounds below. `npm run test:soak` sends 2048; the bounds are the same. */
const LEAVES = Number(process.env['TIDEPOOL_CAR_MIB'] ?? 128)
const TIMEOUT_MS = 60_000 + LEAVES * 1000

/** What all requests together may hold on their way into the store. */
const WRITE_BUDGET_BYTES = 48 * MIB

/**
 * What the whole runtime, simulated bucket and all, may take for a CAR on its way in, and grow by for those on
 * their way out, whatever their size. Measured: 567 MiB for 6 GiB in, and 30 MiB more for 18 GiB out.
 */
const RESIDENT_IN_BYTES = 768 * MIB
const GROWTH_OUT_BYTES = 96 * MIB
/** How often the growth is looked at on the way. */
const LOOK_EVERY_BYTES = 32 * MIB
const isLinux = process.platform === 'linux'

/** Leaves of 1 MiB that differ in their first bytes; one array at a time exists. */
const pattern = randomBytes(7, MIB)
function leaf(at: number): Uint8Array {
  const bytes = pattern.slice()
  new DataView(bytes.buffer).setUint32(0, at)
  return bytes
}

describe(`a CAR of ${LEAVES} MiB`, { timeout: TIMEOUT_MS }, () => {
  let workerd: RunningWorkerd
  let pid: number | undefined
  let cids: readonly CID[]
  let root: Uint8Array
  let rootCid: CID

  beforeAll(async () => {
    const others = new Set(childrenNamed('workerd').map((other) => other.pid))
    workerd = await startWorkerd()
    pid = childrenNamed('workerd').find((child) => !others.has(child.pid))?.pid
    cids = Array.from({ length: LEAVES }, (_, at) => cidOf(0x55, leaf(at)))
    root = encode(cids)
    rootCid = cidOf(0x71, root)
  }, TIMEOUT_MS)

  afterAll(() => workerd.stop())

  /** The root first, as an export writes it. */
  async function* car(): AsyncGenerator<Uint8Array> {
    yield carStart([rootCid])
    yield* carSection({ cid: rootCid, bytes: root })
    for (const [at, cid] of cids.entries()) yield* carSection({ cid, bytes: leaf(at) })
  }
  const call = (path: string, init: RequestInit = { method: 'POST' }) =>
    fetch(new URL(`/api/v0/${path}`, workerd.url), init)
  /** Of the one workerd that this process runs, as the system counts it. */
  const residentBytes = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
  }
  const readings = async (): Promise<Readings> => {
    const { tidepool }: { tidepool: { activity: Readings } } = await (await call('diag/sys')).json()
    return tidepool.activity
  }

  it('streams in, in bounds, and its root is pinned', async () => {
    const response = await call('dag/import?stats=true', streamedForm(file('big.car', car())))
    const lines = (await response.text()).trim().split('\n')

    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { Root: { Cid: { '/': rootCid.toString() }, PinErrorMsg: '' } },
      { Stats: { BlockCount: LEAVES + 1, BlockBytesCount: LEAVES * MIB + root.byteLength } },
    ])
    const { 'bytes-in-flight': bytes } = await readings()
    expect(bytes.now).toBe(0)
    expect(bytes.peak).toBeGreaterThan(MIB)
    expect(bytes.peak).toBeLessThanOrEqual(WRITE_BUDGET_BYTES)
    if (isLinux) expect(await residentBytes()).toBeLessThanOrEqual(RESIDENT_IN_BYTES)
  })

  it('sends the same bytes by each road, without growing by their size', async () => {
    const before = isLinux ? await residentBytes() : 0
    let peak = before
    const sent = createHash('sha256')
    for await (const piece of car()) sent.update(piece)
    const digest = sent.digest('hex')

    for (const [path, init] of roads(rootCid)) {
      const response = await fetch(new URL(path, workerd.url), init)
      const hash = createHash('sha256')
      let received = 0
      for await (const piece of response.body ?? []) {
        hash.update(piece)
        const looks = Math.floor(received / LOOK_EVERY_BYTES)
        received += piece.byteLength
        const isTime = isLinux && Math.floor(received / LOOK_EVERY_BYTES) > looks
        if (isTime) peak = Math.max(peak, await residentBytes())
      }
      expect(received).toBeGreaterThan(LEAVES * MIB)
      expect(hash.digest('hex')).toBe(digest)
    }

    expect(peak - before).toBeLessThanOrEqual(GROWTH_OUT_BYTES)
  })

  it('holds nothing after a reader left halfway', async () => {
    const response = await call(`dag/export?arg=${rootCid}`)
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()

    await expect
      .poll(async () => {
        const { 'open-streams': streams, 'storage-operations': operations } = await readings()
        return [streams.now, operations.now]
      })
      .toEqual([1, 0])
  })
})

/** Every way to take a CAR out. */
function roads(root: CID): readonly (readonly [path: string, init: RequestInit])[] {
  return [
    [`/api/v0/dag/export?arg=${root}`, { method: 'POST' }],
    [`/ipfs/${root}?format=car`, {}],
  ]
}

function cidOf(codec: number, bytes: Uint8Array): CID {
  const digest = createHash('sha256').update(bytes).digest()
  return CID.createV1(codec, Digest.create(0x12, new Uint8Array(digest)))
}
