import { describe, expect, it } from 'vitest'
import { send } from '#host'
import cars from '../fixtures/car/cars.json' with { type: 'json' }
import small from '../fixtures/car/small.json' with { type: 'json' }
import vectors from '../fixtures/dag/vectors.json' with { type: 'json' }
import { expectRest } from '../requests/activity.ts'
import { carFile } from '../requests/car-files.ts'
import { blockBytes, dagImport, type ImportLine, post } from '../requests/dag.ts'
import { file, form } from '../requests/form.ts'
import { fromHex, toHex } from '../requests/hex.ts'
import { carOf, rawBlock } from '../requests/made-car.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many inputs that the core judges the other hosts get one. */
const EVERY = 4

const GENESIS = 'bafy2bzaceaxm23epjsmh75yvzcecsrbavlmkcxnva66bkdebdcnyw3bjrc74u'

const good = sampleOnHosts(
  cars.cars.filter((car) => car.expect === 'ok'),
  EVERY,
)
const malformed = sampleOnHosts(
  cars.cars.filter((car) => car.expect === 'malformed'),
  EVERY,
)
const cases = sampleOnHosts(small.cases, EVERY)

const rootOf = ({ Root }: ImportLine): string => Root?.Cid['/'] ?? ''

describe('POST /api/v0/dag/import', () => {
  it.each(good.map((car) => [car.file, car] as const))(
    'takes %s, and counts its blocks',
    async (path, facts) => {
      const lines = await dagImport('pin-roots=false&stats=true', await carFile(path.slice('files/'.length)))

      expect(lines).toEqual([{ Stats: { BlockCount: facts.sections, BlockBytesCount: facts.blockBytes } }])
      expect((await blockBytes(facts.lastCid ?? '')).byteLength).toBeGreaterThan(0)
    },
  )

  it.each(malformed.map((car) => [car.file]))('refuses %s', async (path) => {
    const response = await send(
      '/api/v0/dag/import',
      form(file('', await carFile(path.slice('files/'.length)))),
    )

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ Code: 0, Type: 'error' })
  })

  it.each(cases.map((one) => [one.name, one] as const))('takes or refuses: %s', async (_, one) => {
    const response = await send(
      '/api/v0/dag/import?pin-roots=false&stats=true',
      form(file('', fromHex(one.hex))),
    )

    await response.text()
    expect(response.status).toBe(one.expect === 'ok' ? 200 : 500)
  })

  it('prints lines for encoding=text, and none with silent', async () => {
    const body = form(file('', await carFile('carv1-basic.car')))
    const text = async (query: string) =>
      (await send(`/api/v0/dag/import?encoding=text&${query}`, { ...body })).text()

    expect(await text('stats=true')).toMatch(
      /^(Pinned root\t\w+\tsuccess\n){2}Imported 8 blocks \(\d+ bytes\)\n$/,
    )
    expect(await text('silent=true')).toBe('')
  })

  it('pins the roots of several files of both versions, each told once', async () => {
    const files = ['carv1-basic.car', 'carv2-basic.car', 'carv1-basic.car', 'simple-unixfs.car']
    const lines = await dagImport('stats=true', ...(await Promise.all(files.map(carFile))))

    expect(lines.slice(0, -1)).toEqual(
      [
        'bafyreihyrpefhacm6kkp4ql6j6udakdit7g3dmkzfriqfykhjw6cad5lrm',
        'bafyreidj5idub6mapiupjwjsyyxhyhedxycv4vihfsicm2vt46o7morwlm',
        'QmfEoLyB5NndqeKieExd1rtJzTduQUPEV8TwAYcUiy3H5Z',
        'QmPLPpnptHc1DMhJAWNYMTqBTqqRQNy5WsY7F9pZgsBfMT',
      ].map((cid) => ({ Root: { Cid: { '/': cid }, PinErrorMsg: '' } })),
    )
    expect(lines.at(-1)?.Stats?.BlockCount).toBe(8 + 5 + 8 + 22)
    for (const line of lines.slice(0, -1)) {
      expect(await (await post(`pin/ls?arg=${rootOf(line)}`)).text()).toContain('"recursive"')
    }
  })

  it('makes a DAG whole out of several files, and gives it out as it was', async () => {
    const [one] = vectors.cases.filter(({ op }) => op === 'import')
    for (const car of one?.cars ?? [])
      await dagImport('pin-roots=false', await carFile(car.split('/').at(-1) ?? ''))
    const [line] = await dagImport('', await carFile('genesis.car'))

    const exported = await (await post(`dag/export?arg=${GENESIS}`)).arrayBuffer()

    expect(line).toEqual({ Root: { Cid: { '/': GENESIS }, PinErrorMsg: '' } })
    expect(toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', exported)))).toBe(
      one?.expect?.exportSha256,
    )
  })

  it('pins what is whole, tells what is not, and then fails', async () => {
    const whole = await rawBlock(`whole ${Math.random()}`)
    const absent = await rawBlock(`absent ${Math.random()}`)
    const lines = await dagImport('stats=true', await carOf([whole.cid, absent.cid], [whole]))

    expect(lines).toEqual([
      { Root: { Cid: { '/': whole.cid.toString() }, PinErrorMsg: '' } },
      {
        Root: {
          Cid: { '/': absent.cid.toString() },
          PinErrorMsg: `ipld: could not find ${absent.cid}`,
        },
      },
      { Message: 'unable to pin all roots: 1 out of 2 failed', Code: 0, Type: 'error' },
    ])
    expect(await (await post(`pin/ls?arg=${whole.cid}`)).text()).toContain('"recursive"')
    expect(await (await post(`pin/ls?arg=${absent.cid}`)).text()).toContain('is not pinned')
  })

  it('imports a partial DAG when its root is not to be pinned', async () => {
    const car = await carFile('partial-entity.car')

    expect(await dagImport('pin-roots=false', car)).toEqual([])
    expect(await dagImport('local-only=true', car)).toEqual([])
    const both = await send('/api/v0/dag/import?local-only=true&pin-roots=true', form(file('a.car', car)))
    expect([both.status, (await both.json()).Message]).toEqual([
      500,
      '--local-only implies --pin-roots=false and cannot be combined with --pin-roots=true; please drop one of them',
    ])
    expect(await dagImport('', car)).toMatchObject([
      {
        Root: {
          PinErrorMsg: expect.stringContaining('ipld: could not find '),
        },
      },
      { Message: 'unable to pin all roots: 1 out of 1 failed' },
    ])
  })

  it('pins nothing when the last of several files is cut', async () => {
    const first = await rawBlock(`first ${Math.random()}`)
    const car = await carOf([first.cid], [first])

    const response = await send('/api/v0/dag/import', form(file('', car), file('', car.slice(0, -1))))

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ Message: 'unexpected EOF', Code: 0, Type: 'error' })
    expect(await (await post(`pin/ls?arg=${first.cid}`)).text()).toContain('is not pinned')
  })

  it('refuses a block that is not what its CID says, and names both', async () => {
    const [right, wrong] = [await rawBlock('right'), await rawBlock('wrong')]

    const response = await send(
      '/api/v0/dag/import',
      form(file('', await carOf([], [{ cid: right.cid, bytes: wrong.bytes }]))),
    )

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      Message: `mismatch in content integrity, name: ${right.cid}, data: ${wrong.cid}`,
    })
  })

  it('refuses a block over 2 MiB unless it is allowed', async () => {
    const big = await rawBlock(new Uint8Array(2 * 1024 * 1024 + 1))
    const car = await carOf([big.cid], [big])

    const refused = await send('/api/v0/dag/import', form(file('', car)))
    const lines = await dagImport('allow-big-block=true', car)

    expect(refused.status).toBe(500)
    expect(await refused.json()).toMatchObject({ Message: expect.stringContaining('over 2097152 bytes') })
    expect(lines.map(rootOf)).toEqual([big.cid.toString()])
  })

  it('answers 500 with the version it cannot read', async () => {
    const response = await send('/api/v0/dag/import', form(file('', await carFile('version-42.car'))))

    expect(await response.json()).toMatchObject({ Message: 'invalid car version: 42' })
  })

  it('answers 400 without a file', async () => {
    const response = await post('dag/import')

    expect(response.status).toBe(400)
    expect(await response.text()).toBe("file argument 'path' is required\n")
  })

  it('holds nothing when it is over', async () => {
    await dagImport('', await carFile('sample-v1.car'))
    await send('/api/v0/dag/import', form(file('', await carFile('zero-length-section.car'))))

    await expectRest()
  })
})
