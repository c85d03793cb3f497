import { beforeAll, describe, expect, it } from 'vitest'
import type { MsgUpdateState } from '../../proto/gen/ledger-schema.ts'
import { encodeRecord } from '../../src/ledger/records/encode-record.ts'
import { toJson } from '../../src/ledger/records/print-json.ts'
import vectors from '../fixtures/ledger/vectors.json' with { type: 'json' }
import { file, form } from '../requests/form.ts'
import { fromHex } from '../requests/hex.ts'
import { answer, headOf, post, THREE } from '../requests/ledger.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'
import { creation, update } from '../unit/ledger/ledger-of.ts'

/** Of so many inputs that the core judges the other hosts get one. */
const EVERY = 4

const OVER_53_BITS = 2n ** 53n + 1n
const MAX = 2n ** 64n - 1n

const code = (number: number) => ({ codespace: number < 3000 ? 'rollapp' : 'ledger', code: number })

const message = (start: bigint, count: bigint, options: Partial<MsgUpdateState> = {}) =>
  update(start, count, { rollappId: THREE, ...options })
const bytesOf = (options: MsgUpdateState) => encodeRecord('MsgUpdateState', options)
const submit = (content: string | Uint8Array, query = '') => post(`submit${query}`, form(file('', content)))

/** What the node says to a call that it must refuse, after which nothing may have changed. */
async function refusal(call: () => Promise<Response>): Promise<{ status: number; body: unknown }> {
  const before = await headOf()
  const response = await call()
  const body: unknown = await response.json()
  expect(response.ok).toBe(false)
  expect(await headOf()).toEqual(before)
  return { status: response.status, body }
}

/** Blocks 1 to 4 in two records; nothing is pending when the suite ends, as other suites look at the queue. */
beforeAll(async () => {
  await answer(
    post('create', form(file('', encodeRecord('MsgCreateRollapp', creation({ rollappId: THREE }))))),
  )
  await answer(submit(bytesOf(message(1n, 2n))))
  await answer(post('advance'))
  await answer(submit(bytesOf(message(3n, 2n))))
  await answer(post('advance'))
  return async () => {
    await answer(post('advance?by=1000'))
  }
})

describe('POST /api/v0/ledger/submit', () => {
  const valid = bytesOf(message(5n, 1n))
  // Field 2 is a text here: this one reads as a name, and is refused as one that no rollapp has.
  const isName = (id: string) => id === 'strict-wrong-wiretype-varint-field'
  const broken = [...vectors.malformed, ...vectors.strictReject].filter(({ id }) => !isName(id))

  it.each(sampleOnHosts(broken, EVERY))('answers 400 to a good message before $id', async ({ hex }) => {
    const { status, body } = await refusal(() => submit(Uint8Array.from([...valid, ...fromHex(hex)])))

    expect(status).toBe(400)
    expect(body).toMatchObject({ Type: 'error', Details: code(3000) })
  })

  it.each(
    sampleOnHosts(
      [
        ['a start in a text', '1a0161'],
        ['a start over 64 bits', '18ffffffffffffffffff02'],
        ['a start of eleven bytes', '18ffffffffffffffffffff01'],
        ['descriptors that are a number', '3801'],
        ['a descriptor longer than its list', '3a030a0508'],
        ['a status, which only records have', '4001'],
        ['an unknown field beyond 1023', '804001'],
      ],
      EVERY,
    ),
  )('answers 400 to a good message before %s', async (_, hex) => {
    const { status, body } = await refusal(() => submit(Uint8Array.from([...valid, ...fromHex(hex)])))

    expect(status).toBe(400)
    expect(body).toMatchObject({ Details: code(3000) })
  })

  it('refuses a good message that is cut', async () => {
    const whole = bytesOf(message(5n, 1n))
    for (let length = 0; length < 100; length += 7) {
      const { body } = await refusal(() => submit(whole.subarray(0, length)))
      expect(body).toMatchObject({ Type: 'error', Details: { code: expect.any(Number) } })
    }
  })

  it.each(
    sampleOnHosts(
      [
        ['no JSON', '{"creator":'],
        ['a list', '[]'],
        ['an unknown field', '{"more":1}'],
        ['a field twice', '{"startHeight":"5","startHeight":"5"}'],
        ['a start over 64 bits', '{"startHeight":"18446744073709551616"}'],
        ['a negative start', '{"startHeight":"-1"}'],
        ['a start with a fraction', '{"startHeight":5.5}'],
        ['a text for descriptors', '{"BDs":"x"}'],
      ],
      EVERY,
    ),
  )('answers 400 to %s', async (_, text) => {
    const { status, body } = await refusal(() => submit(text, '?format=json'))

    expect(status).toBe(400)
    expect(body).toMatchObject({ Details: code(3000) })
  })

  it.each(
    sampleOnHosts(
      [
        ['a gap', message(6n, 1n), 1009],
        ['an overlap', message(4n, 2n), 1009],
        ['a record inside of another', message(2n, 1n), 1009],
        ['a gap before as many blocks as a record holds', message(6n, 14_100n), 1009],
        ['a repeat', message(3n, 2n), 1009],
        ['the first record again', message(1n, 2n), 1009],
        ['a start at 2^53 + 1', message(OVER_53_BITS, 1n), 1009],
        ['the last start whose end is within 64 bits', message(MAX - 1n, 1n), 1009],
        ['a start at 2^64 - 1', message(MAX, 1n), 1005],
        ['heights that begin anew', { ...message(MAX, 1n), numBlocks: 2n }, 1005],
        ['2^53 + 1 blocks', { ...message(5n, 1n), numBlocks: OVER_53_BITS }, 1005],
        ['2^64 - 1 blocks', { ...message(5n, 1n), numBlocks: MAX }, 1005],
        ['a descriptor at 2^53 + 1', { ...message(5n, 1n), BDs: message(OVER_53_BITS, 1n).BDs }, 1006],
        ['version 2^64 - 1', message(5n, 1n, { version: MAX }), 1008],
      ],
      EVERY,
    ),
  )('refuses %s, in protobuf and in JSON', async (_, options, number) => {
    const asBytes = await refusal(() => submit(bytesOf(options)))
    const asJson = await refusal(() => submit(JSON.stringify(toJson('MsgUpdateState', options))))

    expect(asBytes.body).toMatchObject({ Details: code(number) })
    expect(asJson).toEqual(asBytes)
  })

  it('does not round a number that JSON writes out', async () => {
    const text = JSON.stringify(toJson('MsgUpdateState', message(OVER_53_BITS, 1n)))

    const { body } = await refusal(() => submit(text.replaceAll(`"${OVER_53_BITS}"`, `${OVER_53_BITS}`)))

    expect(body).toMatchObject({ Message: expect.stringContaining(`${OVER_53_BITS}: expected 5`) })
  })

  it('tells a repeat in the words that clients know', async () => {
    const { body } = await refusal(() => submit(bytesOf(message(3n, 2n))))

    expect(body).toMatchObject({
      Message: expect.stringMatching(/start-height does not match rollapps state$/),
    })
  })
})

describe('two who submit at once', () => {
  const race = async (content: Uint8Array, query = '') => {
    const responses = await Promise.all([submit(content, query), submit(content, query)])
    const bodies: unknown[] = await Promise.all(responses.map((response) => response.json()))
    const lost = responses.findIndex(({ ok }) => !ok)
    expect(responses.map(({ ok }) => ok).sort()).toEqual([false, true])
    return { won: bodies[1 - lost], lost: bodies[lost] }
  }

  it('one succeeds, the other is told that there was one at this ledger height', async () => {
    const { won, lost } = await race(bytesOf(message(5n, 1n)))

    expect(won).toMatchObject({ RollappId: THREE, Index: '3', Root: { '/': (await headOf()).root } })
    expect(lost).toMatchObject({ Details: code(1010) })
  })

  it('one succeeds, the other is told that its root is no longer the newest, when both name it', async () => {
    await answer(post('advance'))
    const { root } = await headOf()

    const { won, lost } = await race(bytesOf(message(6n, 1n)), `?expected-root=${root}`)

    expect(won).toMatchObject({ Index: '4' })
    expect(lost).toMatchObject({ Details: code(3007) })
  })

  it('one succeeds, the other is told that its start does not match, when a height may have several', async () => {
    await answer(post('params?one-per-height=false'))

    const { won, lost } = await race(bytesOf(message(7n, 1n)))

    await answer(post('params?one-per-height=true'))
    expect(won).toMatchObject({ Index: '5' })
    expect(lost).toMatchObject({ Details: code(1009) })
  })
})

describe('POST /api/v0/ledger/advance, /revert, /params and /create', () => {
  it.each(
    sampleOnHosts(
      [
        ['advance?to=0', code(3003)],
        ['advance?by=0', code(3003)],
        [`advance?by=${MAX}`, { codespace: 'sdk', code: 18 }],
        [`revert?arg=${THREE}&arg=${OVER_53_BITS}`, code(1017)],
        [`revert?arg=${THREE}&arg=${MAX}`, code(1017)],
        [`revert?arg=${THREE}&arg=0`, code(1018)],
        [`revert?arg=no_1-1&arg=1`, code(1007)],
        ['params?dispute-period=0', { codespace: 'sdk', code: 18 }],
      ],
      EVERY,
    ),
  )('refuse %s', async (path, details) => {
    const { body } = await refusal(() => post(path))

    expect(body).toMatchObject({ Details: details })
  })

  it.each(
    sampleOnHosts(
      [
        `advance?to=${MAX + 1n}`,
        'advance?to=-1',
        'advance?by=1e3',
        `revert?arg=${THREE}&arg=${MAX + 1n}`,
        `params?dispute-period=${MAX + 1n}`,
        'params?expected-root=nothing&enabled=false',
      ],
      EVERY,
    ),
  )('answer 400 to %s', async (path) => {
    expect((await refusal(() => post(path))).status).toBe(400)
  })

  it.each(
    sampleOnHosts(
      [
        ['a rollapp that is there', creation({ rollappId: THREE }), code(1000)],
        ['its number under another name', creation({ rollappId: 'other_900003-1' }), code(1000)],
        ['a number of 2^64', creation({ rollappId: `a_${MAX + 1n}-1` }), code(1020)],
        ['no id', creation({ rollappId: '' }), code(1020)],
        ['no creator', creation({ rollappId: 'new_900009-1', creator: '' }), { codespace: 'sdk', code: 7 }],
      ],
      EVERY,
    ),
  )('refuse %s', async (_, options, details) => {
    const bytes = encodeRecord('MsgCreateRollapp', options)

    const { body } = await refusal(() => post('create', form(file('', bytes))))

    expect(body).toMatchObject({ Details: details })
  })
})
