import { describe, expect, it } from 'vitest'
import { createActivity } from '../../../src/diagnostics/activity.ts'
import { createBodyAdmission } from '../../../src/http/body-admission.ts'
import { handClock } from '../hand-clock.ts'

const KIB = 1024
const MIB = 1024 * KIB
const LARGE_SLOTS = 6

function admission(nextTurn?: (readBytes: number) => Promise<void>) {
  const clock = handClock()
  const activity = createActivity()
  return { clock, activity, bodies: createBodyAdmission({ clock, activity, nextTurn }) }
}

/** One body whose client sends when the test says so. */
function bodyOf(
  { bodies }: Pick<ReturnType<typeof admission>, 'bodies'>,
  { declaredBytes, signal }: { readonly declaredBytes?: number; readonly signal?: AbortSignal },
) {
  let sent = Promise.withResolvers<{ value?: Uint8Array }>()
  let isRead = false
  let waitsFor = 0
  const body = bodies.open(declaredBytes, { signal, cancel: () => sent.resolve({}) })
  return {
    read: () =>
      body.read((atLeastBytes) => {
        isRead = true
        waitsFor = atLeastBytes
        return sent.promise
      }),
    isRead: () => isRead,
    /** Bytes that the last read waits for. */
    waitsFor: () => waitsFor,
    async send(sizeBytes: number) {
      await settle()
      sent.resolve({ value: new Uint8Array(sizeBytes) })
      sent = Promise.withResolvers()
    },
    end: () => sent.resolve({}),
    close: body.close,
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('createBodyAdmission()', () => {
  it('reads 6 large bodies at a time, the others in the order in which they came', async () => {
    const node = admission()
    const bodies = Array.from({ length: 40 }, () => bodyOf(node, { declaredBytes: MIB }))
    const reads = bodies.map((body) => body.read())
    await settle()
    expect(bodies.map((body) => body.isRead())).toEqual(bodies.map((_, at) => at < LARGE_SLOTS))
    expect(node.activity.readings()['waiting-bodies'].now).toBe(40 - LARGE_SLOTS)

    bodies[5]?.end()
    await reads[5]
    await settle()

    expect(bodies.findLastIndex((body) => body.isRead())).toBe(LARGE_SLOTS)
    expect(node.activity.readings()['large-bodies']).toEqual({ now: LARGE_SLOTS, peak: LARGE_SLOTS })
  })

  it('reads small bodies while large ones wait', async () => {
    const node = admission()
    const large = Array.from({ length: 40 }, () => bodyOf(node, { declaredBytes: MIB }))
    for (const body of large) void body.read()
    const small = bodyOf(node, { declaredBytes: 64 * KIB })

    const read = small.read()
    await small.send(10)

    expect((await read).value?.byteLength).toBe(10)
  })

  it('holds at most 64 KiB of each body without a length that waits', async () => {
    const node = admission()
    for (let at = 0; at < LARGE_SLOTS; at += 1) void bodyOf(node, { declaredBytes: MIB }).read()
    const growing = bodyOf(node, {})
    const first = growing.read()
    await growing.send(64 * KIB)
    await first

    void growing.read()
    await settle()

    expect(node.activity.readings()['waiting-bodies'].now).toBe(1)
  })

  it('tells the host how much it has read of large bodies', async () => {
    const told: number[] = []
    const node = admission(async (readBytes) => void told.push(readBytes))
    const large = bodyOf(node, { declaredBytes: MIB })
    const small = bodyOf(node, { declaredBytes: 10 })

    for (const sizeBytes of [300 * KIB, 300 * KIB, 600 * KIB]) {
      const read = large.read()
      await large.send(sizeBytes)
      await read
    }
    const read = small.read()
    await small.send(10)
    await read

    expect(told).toEqual([600 * KIB, 600 * KIB])
  })

  it('treats a body without a length as small until it has grown', async () => {
    const node = admission()
    for (let at = 0; at < LARGE_SLOTS; at += 1) void bodyOf(node, { declaredBytes: MIB }).read()
    const growing = bodyOf(node, {})
    const first = growing.read()
    await growing.send(65 * KIB)
    await first
    expect(node.activity.readings()['small-bodies'].now).toBe(1)

    void growing.read()
    await settle()

    expect(node.activity.readings()['small-bodies'].now).toBe(0)
    expect(node.activity.readings()['waiting-bodies'].now).toBe(1)
  })

  it('refuses what would be the 513th to wait, and holds nothing of it', async () => {
    const node = admission()
    for (let at = 0; at < LARGE_SLOTS + 512; at += 1) void bodyOf(node, { declaredBytes: MIB }).read()

    const refused = bodyOf(node, { declaredBytes: MIB }).read()

    await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
    expect(node.activity.readings()['waiting-bodies'].now).toBe(512)
  })

  it('forgets a body whose caller leaves while it waits', async () => {
    const node = admission()
    for (let at = 0; at < LARGE_SLOTS; at += 1) void bodyOf(node, { declaredBytes: MIB }).read()
    const abort = new AbortController()
    const left = bodyOf(node, { declaredBytes: MIB, signal: abort.signal })
    const read = left.read()

    abort.abort()

    await expect(read).rejects.toThrow()
    expect(left.isRead()).toBe(false)
    expect(node.activity.readings()['waiting-bodies'].now).toBe(0)
  })

  it('lets a client go that sends nothing for a minute, and frees its slot', async () => {
    const node = admission()
    const stalled = bodyOf(node, { declaredBytes: MIB })
    const read = stalled.read().catch((error: unknown) => error)

    await node.clock.move(55_000)
    expect(node.activity.readings()['large-bodies'].now).toBe(1)
    await node.clock.move(10_000)

    expect(await read).toMatchObject({
      code: 'timeout',
      message: 'Cannot read body: the client sent too little for 60 seconds',
    })
    stalled.close()
    expect(node.activity.readings()['large-bodies'].now).toBe(0)
  })

  it('waits for as much as a slow client sends in a second, and for 64 KiB of others', async () => {
    const node = admission()
    const body = bodyOf(node, { declaredBytes: MIB })
    const expected: readonly (readonly [seconds: number, bytes: number, next: number])[] = [
      [4, 4 * KIB, KIB],
      [5, 2_500, 500],
      [30, 3, 1],
      [0.5, 500, 1_000],
      [0, 16 * KIB, 64 * KIB],
      [2, 64 * KIB, 32 * KIB],
    ]

    let read = body.read()
    await settle()
    expect(body.waitsFor()).toBe(4 * KIB)
    for (const [seconds, bytes, next] of expected) {
      await node.clock.move(seconds * 1000)
      await body.send(bytes)
      await read
      read = body.read()
      await settle()
      expect([seconds, bytes, body.waitsFor()]).toEqual([seconds, bytes, next])
    }
    body.end()
    await read
  })

  it('lets it go after ten seconds while another body waits for its slot', async () => {
    const node = admission()
    const stalled = Array.from({ length: LARGE_SLOTS }, () => bodyOf(node, { declaredBytes: MIB }))
    const reads = stalled.map((body) =>
      body
        .read()
        .finally(body.close)
        .catch((error: unknown) => error),
    )
    const next = bodyOf(node, { declaredBytes: MIB })
    void next.read()

    await node.clock.move(15_000)

    expect(next.isRead()).toBe(true)
    expect(await reads[0]).toMatchObject({ code: 'timeout' })
  })

  it('lets it go after ten seconds while a garbage collection waits for adds', async () => {
    const node = admission()
    const stalled = bodyOf(node, { declaredBytes: MIB })
    const read = stalled.read().catch((error: unknown) => error)
    node.activity.enter('waiting-collections')

    await node.clock.move(15_000)

    expect(await read).toMatchObject({
      message: 'Cannot read body: the client sent too little for 10 seconds',
    })
  })

  it('says so also where a read that is cancelled fails', async () => {
    const node = admission()
    const cancelled = Promise.withResolvers<{ value?: Uint8Array }>()
    const cancel = () => cancelled.reject(new TypeError('This ReadableStream is closed'))
    const read = node.bodies
      .open(MIB, { cancel })
      .read(() => cancelled.promise)
      .catch((error: unknown) => error)

    await node.clock.move(65_000)

    expect(await read).toMatchObject({ code: 'timeout' })
  })

  it('waits for no client that sends something now and then', async () => {
    const node = admission()
    const slow = bodyOf(node, { declaredBytes: MIB })

    for (let at = 0; at < 5; at += 1) {
      const read = slow.read()
      await node.clock.move(50_000)
      await slow.send(1)
      expect((await read).value?.byteLength).toBe(1)
    }
  })

  it('gives the host a turn after each megabyte of all large bodies together', async () => {
    let turns = 0
    const node = admission(async () => {
      turns += 1
      await settle()
    })
    const bodies = Array.from({ length: LARGE_SLOTS }, () => bodyOf(node, { declaredBytes: 8 * MIB }))

    for (let round = 0; round < 4; round += 1) {
      const reads = bodies.map((body) => body.read())
      await Promise.all(bodies.map((body) => body.send(256 * KIB)))
      await Promise.all(reads)
    }

    // 8 MiB, of which those that came during a turn count towards the next.
    expect(turns).toBeGreaterThanOrEqual(4)
    expect(turns).toBeLessThanOrEqual(8)
  })
})
