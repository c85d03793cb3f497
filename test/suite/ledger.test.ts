import { beforeAll, describe, expect, it } from 'vitest'
import { parseCid } from '../../src/codec/cid/cid.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { encodeRecord } from '../../src/ledger/records/encode-record.ts'
import { toJson } from '../../src/ledger/records/print-json.ts'
import { file, form } from '../requests/form.ts'
import { answer, headOf, lines, ONE, post, TWO } from '../requests/ledger.ts'
import { describeQueries } from '../requests/ledger-queries.ts'
import { ADDRESS, creation, ledgerOf, update } from '../unit/ledger/ledger-of.ts'

const created = (rollappId: string) => toJson('MsgCreateRollapp', creation({ rollappId }))
const updated = (start: bigint, count: bigint, options = {}) =>
  toJson('MsgUpdateState', update(start, count, { rollappId: ONE, ...options }))

const json = (value: unknown) => form(file('', JSON.stringify(value)))

/** A ledger in this process with the state of the host's. */
async function twin(): Promise<Ledger> {
  const ledger = ledgerOf()
  const { root } = await headOf()
  if (root === (await ledger.head()).toString()) return ledger
  const car = new Uint8Array(await (await post('export?format=car')).arrayBuffer())
  async function* chunks() {
    yield car
  }
  await ledger.importCar(chunks())
  return ledger
}

let start: bigint
let own: Ledger

beforeAll(async () => {
  own = await twin()
  start = (await own.open()).height
})

describe('the ledger, on this host and in this process', () => {
  it('comes to the same roots by the same operations', async () => {
    const roots: unknown[] = []
    const same: unknown[] = []
    const note = async (there: Promise<Response>, here: Promise<{ root: unknown }>) => {
      roots.push((await answer(there)).Root)
      same.push({ '/': String((await here).root) })
    }
    await note(post('create', json(created(ONE))), own.create(creation({ rollappId: ONE })))
    await note(post('create', json(created(TWO))), own.create(creation({ rollappId: TWO })))
    await note(post('params?dispute-period=2'), own.setParams({ disputePeriod: 2n }))
    for (let at = 0n; at < 10n; at += 1n) {
      const message = update(2n * at + 1n, 2n, { rollappId: ONE, DAPath: `client.${at}` })
      const bytes = encodeRecord('MsgUpdateState', message)
      await note(post('submit', form(file('', bytes))), own.submit(message))
      await note(post('advance'), own.advance({ by: 1n }))
    }
    await note(
      post(`revert?arg=${ONE}&arg=20&reason=a+lie`),
      own.revert({ rollappId: ONE, height: 20n, reason: 'a lie' }),
    )

    expect(roots).toEqual(same)
    expect((await headOf()).root).toBe((await own.head()).toString())
  })

  it('exports the same bytes in all formats', async () => {
    for (const format of ['json', 'protobuf', 'car']) {
      const response = await post(`export?format=${format}`)
      expect(response.status).toBe(200)
      const theirs = new Uint8Array(await response.arrayBuffer())
      const again = new Uint8Array(await (await post(`export?format=${format}`)).arrayBuffer())
      expect(theirs).toEqual(again)
      expect(theirs.byteLength).toBeGreaterThan(1000)
    }
  })
})

describe('POST /api/v0/ledger/get', () => {
  it('answers by index, by height, the last and the last final record, and by CID', async () => {
    const get = async (query: string) => answer(post(`get?${query}`))
    const nine = await get(`arg=${ONE}&index=9`)

    expect(nine).toMatchObject({
      StateInfo: {
        stateInfoIndex: { rollappId: ONE, index: '9' },
        ...{ sequencer: ADDRESS, startHeight: '17', numBlocks: '2', DAPath: 'client.8' },
        ...{ creationHeight: `${start + 8n}`, status: 'STATE_STATUS_FINALIZED' },
      },
      FinalHeight: `${start + 10n}`,
    })
    expect(await get(`arg=${ONE}&height=18`)).toEqual({
      ...nine,
      Descriptor: expect.objectContaining({ height: '18' }),
    })
    expect(await get(`arg=${ONE}&finalized=true`)).toEqual(nine)
    expect(await get(`arg=${ONE}&index=9&height=1&finalized=true`)).toEqual(nine)
    expect(await get(`cid=${nine.Cid['/']}`)).toEqual(nine)
    expect(await get(`arg=${ONE}`)).toMatchObject({
      StateInfo: { startHeight: '19', numBlocks: '1', status: 'STATE_STATUS_RECEIVED' },
    })
  })

  it.each([
    ['arg=no_1-1', 500, { codespace: 'rollapp', code: 1007 }],
    [`arg=${TWO}`, 500, { codespace: 'sdk', code: 38 }],
    [`arg=${TWO}&finalized=true`, 500, { codespace: 'rollapp', code: 1024 }],
    [`arg=${ONE}&index=18446744073709551615`, 500, { codespace: 'sdk', code: 38 }],
    [`arg=${ONE}&height=9007199254740993`, 500, { codespace: 'rollapp', code: 1017 }],
    [`arg=${ONE}&height=0`, 400, { codespace: 'rollapp', code: 1018 }],
  ])('answers the documented error to %s', async (query, status, details) => {
    const response = await post(`get?${query}`)

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ Details: details })
  })

  it.each(['index=18446744073709551616', 'height=-1', 'index=0x10', 'root=nothing', 'cid=nothing'])(
    'answers 400 to %s',
    async (query) => {
      expect((await post(`get?arg=${ONE}&${query}`)).status).toBe(400)
    },
  )
})

describe('POST /api/v0/ledger/list', () => {
  it('lists records in numeric order, page by page', async () => {
    const found: string[] = []
    for (let key = ''; ; ) {
      const query = key === '' ? '' : `&key=${encodeURIComponent(key)}`
      const page = await answer(post(`list?arg=${ONE}&limit=4${query}`))
      expect(page.Total).toBe('10')
      found.push(...page.Updates.map(({ Summary }) => Summary.stateInfoIndex.index))
      key = page.NextKey ?? ''
      if (key === '') break
    }
    expect(found).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  })

  it('answers an empty list where there is nothing', async () => {
    expect(await answer(post(`list?arg=${TWO}`))).toEqual({ Updates: [], Total: '0' })
    expect(await answer(post(`list?arg=${ONE}&status=3`))).toEqual({ Updates: [], Total: '0' })
  })

  it.each(['11', '9007199254740993', '18446744073709551615'])(
    'answers an empty page to offset %s, which is beyond the end',
    async (offset) => {
      const page = await answer(post(`list?arg=${ONE}&offset=${offset}`))
      const turned = await answer(post(`list?arg=${ONE}&offset=${offset}&reverse=true`))

      expect([page, turned]).toEqual(Array(2).fill({ Updates: [], Total: '10' }))
    },
  )

  it('lists rollapps with what they have reached', async () => {
    const { Rollapps } = await answer(post('list?limit=1000'))

    expect(Rollapps).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          Rollapp: { rollappId: ONE, creator: ADDRESS, revision: '1' },
          Latest: { Index: '10', Height: '19' },
          LatestFinal: { Index: '9', Height: '18' },
        }),
        { Rollapp: { rollappId: TWO, creator: ADDRESS } },
      ]),
    )
  })

  it.each(['limit=1001', 'key=AAAA', 'key=AAAAAAAAAAA=&offset=1'])('answers 400 to %s', async (query) => {
    const response = await post(`list?arg=${ONE}&${query}`)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ Details: { codespace: 'ledger', code: 3004 } })
  })
})

describe('POST /api/v0/ledger/queue', () => {
  it('answers the rows by height, and nothing for an empty one', async () => {
    const rows = [{ Height: `${start + 11n}`, Entries: [{ RollappId: ONE, Index: '10' }] }]

    expect(await lines(post(`queue?rollapp=${ONE}`))).toEqual(rows)
    expect(await lines(post(`queue?height=${start + 11n}`))).toEqual(rows)
    expect(await lines(post('queue?height=18446744073709551615'))).toEqual([])
  })
})

describe('POST /api/v0/ledger/params', () => {
  it('shows and changes who may create rollapps', async () => {
    expect(await answer(post(`params?deployer=${ADDRESS}:2`))).toMatchObject({
      ...{ DisputePeriod: '2', Enabled: true, OnePerHeight: true },
      Deployers: [{ Address: ADDRESS, MaxRollapps: '2' }],
    })
    const response = await post('create', json(created('third_900103-1')))
    expect(await response.json()).toMatchObject({ Details: { codespace: 'rollapp', code: 1019 } })
    expect(await answer(post('params?any-deployer=true'))).toMatchObject({ Deployers: [] })
    expect((await post('params?dispute-period=0')).status).toBe(400)
    expect((await post(`params?deployer=${ADDRESS}:2:3`)).status).toBe(400)
  })
})

describe('POST /api/v0/ledger/submit', () => {
  it.each([
    ['a repeat', updated(1n, 2n), { codespace: 'rollapp', code: 1009 }],
    ['a gap', updated(99n, 1n), { codespace: 'rollapp', code: 1009 }],
    ['no blocks', updated(20n, 0n), { codespace: 'rollapp', code: 1005 }],
    ['an unknown rollapp', updated(1n, 1n, { rollappId: 'no_1-1' }), { codespace: 'rollapp', code: 1007 }],
    ['a bad path', updated(20n, 1n, { DAPath: 'cas|nothing' }), { codespace: 'ledger', code: 3001 }],
    ['an unknown field', { ...updated(20n, 1n), more: 1 }, { codespace: 'ledger', code: 3000 }],
  ])('refuses %s and leaves the root as it was', async (_, message, details) => {
    const before = await headOf()

    const response = await post('submit', json(message))

    expect(response.ok).toBe(false)
    expect(await response.json()).toMatchObject({ Type: 'error', Details: details })
    expect(await headOf()).toEqual(before)
  })

  it('refuses another root than the expected one', async () => {
    const root = 'bafyreigdmqpykrgxyaxtlafqpqhzrb7qy2rh75nldvfd4tucqmqqme5yje'

    const response = await post(`submit?expected-root=${root}`, json(updated(20n, 1n)))

    expect(await response.json()).toMatchObject({ Details: { codespace: 'ledger', code: 3007 } })
  })

  it('refuses a content path whose content is not held, when it is asked to look', async () => {
    const cid = 'bafkreiawde3k3va2tedw5zilk6ze67f7zixztre5tt7s3nyfeckxyo2ke4'
    const message = updated(20n, 1n, { DAPath: `cas|${cid}` })

    const response = await post('submit?check-availability=true', json(message))

    expect(await response.json()).toMatchObject({ Details: { codespace: 'ledger', code: 3002 } })
  })

  it('takes a body that is no form', async () => {
    const submit = (type: string, content: BodyInit) =>
      post('submit', { headers: { 'Content-Type': type }, body: content })
    const bytes = encodeRecord('MsgUpdateState', update(1n, 1n, { rollappId: TWO }))

    expect(await answer(submit('application/x-protobuf', bytes.slice()))).toMatchObject({ Index: '1' })
    const text = JSON.stringify(updated(20n, 1n))
    expect(await answer(submit('application/json', `\n ${text}`))).toMatchObject({
      ...{ RollappId: ONE, Index: '11' },
    })
    expect((await submit('text/plain', text)).status).toBe(400)
  })
})

describe('POST /api/v0/ledger/prove and /verify', () => {
  it('proves a record, by index or height, and its finality', async () => {
    const { root } = await headOf()
    const { Cid } = await answer(post(`get?arg=${ONE}&index=3`))
    const verify = (car: Uint8Array, query = '') =>
      answer(post(`verify?arg=${root}&arg=${ONE}&arg=3${query}`, form(file('', car))))
    for (const query of ['index=3', 'height=6', 'index=3&final=true', `index=3&root=${root}`]) {
      const response = await post(`prove?arg=${ONE}&${query}`)

      expect(response.headers.get('Content-Type')).toBe('application/vnd.ipld.car')
      const car = new Uint8Array(await response.arrayBuffer())
      expect(await verify(car, '&final=true&height=6')).toMatchObject({
        ...{ IsProved: true, IsFinal: true, Cid },
        Descriptor: { height: '6' },
      })
      car[car.byteLength - 1] = (car.at(-1) ?? 0) ^ 1
      expect(await verify(car)).toMatchObject({ IsProved: false, Reason: expect.any(String) })
    }
  })

  it.each([
    [`arg=${ONE}&index=99`, 'record 99 '],
    [`arg=${ONE}&height=999`, 'record at height 999 '],
    [`arg=${ONE}&index=11&final=true`, 'finality of record 11 '],
    [`arg=${ONE}`, 'record 0 '],
    [`arg=${ONE}&index=1&root=bafyreigdmqpykrgxyaxtlafqpqhzrb7qy2rh75nldvfd4tucqmqqme5yje`, 'root'],
  ])('answers 3005 to %s, and names what is not there', async (query, what) => {
    const response = await post(`prove?${query}`)

    expect(await response.json()).toMatchObject({
      Message: expect.stringContaining(what),
      Details: { codespace: 'ledger', code: 3005 },
    })
  })
})

describe('POST /api/v0/ledger/watch', () => {
  it('tells what happened since a root', async () => {
    const { root } = await headOf()
    await answer(post('advance?by=5'))

    const events = await lines(post(`watch?from=${root}&follow=false&rollapp=${ONE}`))

    expect(events.length).toBeGreaterThan(0)
    expect(events[0]).toMatchObject({
      Type: 'status_change',
      Attributes: { rollapp_id: ONE, state_info_index: '10', status: 'STATE_STATUS_FINALIZED' },
      Root: { '/': (await headOf()).root },
    })
    const all = await lines(post(`watch?from=${root}&follow=false&status=STATE_STATUS_RECEIVED`))
    expect(all).toEqual([])
  })
})

describeQueries({ start: () => start })

describe('POST /api/v0/ledger/import', () => {
  it('refuses a genesis document where there are rollapps, and bytes that are none', async () => {
    const before = await headOf()
    const genesis = await (await post('export')).text()

    const response = await post('import', form(file('', genesis)))

    expect(await response.json()).toMatchObject({
      Details: { codespace: 'ledger', code: 3006, invariant: 'empty-ledger' },
    })
    expect((await post('import', form(file('', 'x')))).status).toBe(400)
    expect((await post('import?format=xml', form(file('', genesis)))).status).toBe(400)
    expect((await post('import?format=car', form(file('', genesis)))).ok).toBe(false)
    expect(await headOf()).toEqual(before)
  })

  it.each([
    ['application/json', 'json', { Details: { code: 3006, invariant: 'empty-ledger' } }],
    ['application/x-protobuf', 'protobuf', { Details: { code: 3006, invariant: 'empty-ledger' } }],
    ['application/vnd.ipld.car', 'car', { Root: expect.anything() }],
  ])('reads a body of type %s', async (type, format, expected) => {
    const body = new Uint8Array(await (await post(`export?format=${format}`)).arrayBuffer())

    const response = await post('import', { headers: { 'Content-Type': type }, body })

    expect(await response.json()).toMatchObject(expected)
  })

  it('imports the CAR of a ledger that continued from its own root', async () => {
    const further = await twin()
    const { root } = await further.advance({ by: 1n })
    const { exportCar } = await import('../../src/ledger/transfer/export-car.ts')
    const parts: BlobPart[] = []
    for await (const part of exportCar(await further.open(), { history: true })) parts.push(part.slice())
    const car = new Uint8Array(await new Blob(parts).arrayBuffer())

    expect(await answer(post('import?format=car', form(file('', car))))).toMatchObject({
      Root: { '/': root.toString() },
    })

    expect(parseCid((await headOf()).root).equals(root)).toBe(true)
    // The same again, as a file whose type no client knows.
    expect(await answer(post('import', form(file('ledger.car', car))))).toMatchObject({
      Root: { '/': root.toString() },
    })
  })
})
