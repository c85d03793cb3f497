import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { ADDRESS } from '../unit/ledger/ledger-of.ts'
import { file, form } from './form.ts'
import { answer, headOf, ONE, post, TWO } from './ledger.ts'

/** The ledger's queries over what the suite has written: `start` is the height at which it began. */
export function describeQueries({ start }: { readonly start: () => bigint }): void {
  describe('GET /{vendor}/{project}/rollapp', () => {
    const get = (path: string) => send(`/dymensionxyz/dymension/rollapp/${path}`)
    const body = async (path: string): Promise<unknown> => (await get(path)).json()
    const index = (at: number, rollappId = ONE) => ({ rollappId, index: `${at}` })

    it('/state_info chooses a record as the chains do, and prints every field', async () => {
      const found = await get(`state_info/${ONE}/3`)

      expect(found.status).toBe(200)
      expect(found.headers.get('Content-Type')).toBe('application/json')
      expect(found.headers.get('Access-Control-Allow-Origin')).toBe('*')
      const zeros = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
      const three = {
        stateInfo: {
          stateInfoIndex: index(3),
          ...{ sequencer: ADDRESS, startHeight: '5', numBlocks: '2', DAPath: 'client.2', version: '0' },
          ...{ creationHeight: `${start() + 2n}`, status: 'STATE_STATUS_FINALIZED' },
          BDs: {
            BD: ['5', '6'].map((height) => ({
              ...{ height, stateRoot: expect.stringMatching(/=$/), intermediateStatesRoot: zeros },
            })),
          },
        },
      }
      expect(await found.json()).toEqual(three)
      expect(await body(`state_info/${ONE}/0?height=6`)).toEqual(three)
      expect(await body(`state_info/${ONE}/0x3?height=1&finalized=true`)).toEqual(three)
      expect(await body(`state_info/${ONE}/03`)).toEqual(three)
      expect(await body(`state_info/${ONE}/0?finalized=true`)).toMatchObject({
        stateInfo: { status: 'STATE_STATUS_FINALIZED' },
      })
      expect(await body(`state_info/${ONE}/0`)).toMatchObject({ stateInfo: { stateInfoIndex: index(11) } })
    })

    it('/state_info lists the records of one rollapp', async () => {
      const page = await body(`state_info?rollappId=${ONE}&pagination.limit=3&pagination.count_total=true`)
      const key = (page as { pagination: { next_key: string } }).pagination.next_key
      const rest = `state_info?rollappId=${ONE}&pagination.limit=3&pagination.key=${encodeURIComponent(key)}`

      expect(page).toMatchObject({
        stateInfo: [1, 2, 3].map((at) => ({ stateInfoIndex: index(at), status: 'STATE_STATUS_FINALIZED' })),
        pagination: { next_key: key, total: '11' },
      })
      expect(await body(rest)).toMatchObject({
        stateInfo: [4, 5, 6].map((at) => ({ stateInfoIndex: index(at) })),
        pagination: { total: '0' },
      })
      expect(await body(`state_info?rollappId=${ONE}&pagination.reverse=true`)).toMatchObject({
        stateInfo: Array.from({ length: 11 }, (_, at) => ({ stateInfoIndex: index(11 - at) })),
        pagination: { next_key: null, total: '11' },
      })
    })

    it('/rollapp, /eip155, /latest_state_index and the heights tell of a rollapp', async () => {
      const rollapp = {
        rollapp: expect.objectContaining({ rollappId: TWO, creator: ADDRESS, permissionedAddresses: [] }),
        ...{ latestStateIndex: index(1, TWO), latestFinalizedStateIndex: index(1, TWO) },
      }
      expect(await body(`rollapp/${TWO}`)).toEqual(rollapp)
      expect(await body('eip155/900002')).toEqual(rollapp)
      expect(await body(`latest_state_index/${TWO}?finalized=true`)).toEqual({ stateIndex: index(1, TWO) })
      expect(await body(`latest_height/${ONE}`)).toEqual({ height: '20' })
      expect(await body(`latest_finalized_height/${ONE}`)).toEqual({ height: '20' })
      expect(await body('rollapp?pagination.limit=1000')).toMatchObject({
        rollapp: expect.arrayContaining([
          { rollappId: TWO, latestStateIndex: index(1, TWO), latestFinalizedStateIndex: index(1, TWO) },
        ]),
      })
    })

    it('/params, /finalization_queue and /proof', async () => {
      expect(await body('params')).toEqual({
        params: { dispute_period_in_blocks: '2', deployer_whitelist: [], rollapps_enabled: true },
      })
      expect(await body('finalization_queue/18446744073709551615')).toEqual({
        ...{ finalizationHeight: '18446744073709551615', finalizationQueue: [] },
      })
      const proof = await get(`proof/${ONE}/3?finalized=true`)
      expect(proof.headers.get('Content-Type')).toBe('application/vnd.ipld.car')
      const car = new Uint8Array(await proof.arrayBuffer())
      const root = proof.headers.get('X-Ledger-Root')
      const verified = answer(post(`verify?arg=${root}&arg=${ONE}&arg=3`, form(file('', car))))
      expect(await verified).toMatchObject({ IsProved: true })
    })

    it('/head shows anonymous clients the root, its height and the rollapp of the calendar', async () => {
      const found = await get('head')
      const { root, height } = await headOf()

      expect(found.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(found.headers.get('Cache-Control')).toBe('no-cache')
      expect(found.headers.get('X-Ledger-Root')).toBe(root)
      const rollappId = expect.stringMatching(/^calendar_\d+-1$/)
      expect(await found.json()).toEqual({ root, height: `${height}`, rollappId })
    })

    it('/openapi.json describes each, and nothing that is not answered', async () => {
      const response = await get('openapi.json')
      const { openapi, paths } = (await response.json()) as {
        readonly openapi: string
        readonly paths: Readonly<Record<string, { readonly get: { readonly operationId: string } }>>
      }

      expect([response.status, openapi, Object.keys(paths).length]).toEqual([200, '3.1.0', 13])
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      const values: Readonly<Record<string, string>> = {
        rollappId: ONE,
        index: '1',
        eip155: '900001',
        height: '1',
      }
      for (const path of Object.keys(paths)) {
        const filled = path.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
        const found = await get(`${filled}?rollappId=${ONE}`)
        await found.body?.cancel()
        expect([path, found.status]).toEqual([path, 200])
      }
    })

    it('reads an older root', async () => {
      const { root } = await headOf()
      const before = (await body(`state_info/${ONE}/11?root=${root}`)) as object
      expect(before).toHaveProperty('stateInfo')
      expect((await get(`state_info/${ONE}/11?root=bafkqaaa`)).ok).toBe(false)
    })

    it('reads the newest root of an older height, and tells the height', async () => {
      const at = (height: string) =>
        send(`/a/b/rollapp/head`, { headers: { 'x-cosmos-block-height': height } })
      const { height } = await headOf()
      const older = await at(`${height - 1n}`)

      expect(older.headers.get('Grpc-Metadata-X-Cosmos-Block-Height')).toBe(`${height - 1n}`)
      const { root, height: held } = (await older.json()) as { root: string; height: string }
      expect(BigInt(held) < height).toBe(true)
      expect(older.headers.get('X-Ledger-Root')).toBe(root)
      expect(await (await get(`head?root=${root}`)).json()).toMatchObject({ root, height: held })
      for (const newest of ['0', `${height}`, `0${height}`]) {
        const found = await at(newest)
        expect(found.headers.get('Grpc-Metadata-X-Cosmos-Block-Height')).toBe(`${height}`)
        expect(await found.json()).toMatchObject({ root: (await headOf()).root })
      }
    })

    it.each([
      ['18446744073709551615', '', 26],
      ['18446744073709551616', '', 18],
      ['-1', '', 18],
      ['0x1', '', 18],
      ['1', '?root=bafkqaaa', 18],
    ])('answers height %j%s with 400', async (height, query, number) => {
      const headers = { 'x-cosmos-block-height': height }

      const response = await send(`/a/b/rollapp/params${query}`, { headers })

      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 3, details: [{ codespace: 'sdk', code: number }] })
    })

    it('lets pages of other origins send a height', async () => {
      const preflight = await send('/a/b/rollapp/params', { method: 'OPTIONS' })

      expect(preflight.headers.get('Access-Control-Allow-Headers')).toBe('x-cosmos-block-height')
    })

    it.each([
      ['rollapp/no_1-1', 404, 5, 1007],
      [`state_info/${ONE}/999`, 404, 5, 38],
      [`state_info/${ONE}/0?height=999`, 404, 5, 1017],
      [`state_info/${ONE}/nine`, 400, 3, 18],
      [`state_info/${ONE}/0?finalized=perhaps`, 400, 3, 18],
      ['state_info', 400, 3, 18],
      [`state_info?rollappId=${ONE}&pagination.limit=1001`, 400, 3, 3004],
      [`state_info?rollappId=${ONE}&pagination.key=AAAAAAAAAAE%3D&pagination.offset=1`, 400, 3, 3004],
      [`proof/${ONE}/999`, 404, 5, 3005],
      ['params?root=bafkqaaa', 404, 5, 3005],
      ['params?root=bafyreigdmqpykrgxyaxtlafqpqhzrb7qy2rh75nldvfd4tucqmqqme5yje', 404, 5, 3005],
      ['params?root=nothing', 400, 3, 18],
      ['params?root=', 400, 3, 18],
    ])('answers %s with %i', async (path, status, code, number) => {
      const response = await get(path)

      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({
        ...{ code, message: expect.any(String), details: [{ code: number }] },
      })
    })

    it('answers what it does not know with 404, other methods with 501, and a preflight', async () => {
      expect((await get('nothing')).status).toBe(404)
      expect((await send(`/a/b/rollapp/params`, { method: 'POST' })).status).toBe(501)
      const preflight = await send('/a/b/rollapp/params', { method: 'OPTIONS' })
      expect(preflight.status).toBe(204)
    })
  })
}
