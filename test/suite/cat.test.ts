import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { addLines, addRoot } from '../requests/add.ts'
import { dagPut } from '../requests/dag.ts'
import { file, symlink } from '../requests/form.ts'
import { randomBytes } from '../requests/random-bytes.ts'

const post = (path: string): Promise<Response> => send(`/api/v0/${path}`, { method: 'POST' })

describe('POST /api/v0/cat', () => {
  it('answers the bytes of a file with their number', async () => {
    const cid = await addRoot('', file('f', 'hello cat\n'))

    const response = await post(`cat?arg=${cid}`)

    expect(await response.text()).toBe('hello cat\n')
    expect(response.headers.get('Content-Type')).toBe('text/plain')
    expect(response.headers.get('X-Content-Length')).toBe('10')
    expect(response.headers.get('X-Stream-Output')).toBe('1')
  })

  it('gives back a file of many blocks, whole and in ranges', async () => {
    const bytes = randomBytes(7, 1_500_000)
    const cid = await addRoot('cid-version=1', file('f', bytes))
    const read = async (query: string) =>
      new Uint8Array(await (await post(`cat?arg=${cid}${query}`)).arrayBuffer())

    expect(await read('')).toEqual(bytes)
    expect(await read('&offset=262140&length=10')).toEqual(bytes.slice(262140, 262150))
    expect(await read('&offset=1499990')).toEqual(bytes.slice(1499990))
    expect(await read('&offset=1500000')).toEqual(new Uint8Array(0))
    expect(await read('&length=0')).toEqual(new Uint8Array(0))
    expect(await read('&offset=99999999')).toEqual(new Uint8Array(0))
  })

  it('joins several files and counts offset and length over all of them', async () => {
    const one = await addRoot('', file('f', 'first,'))
    const two = await addRoot('', file('f', 'second,'))
    const three = await addRoot('', file('f', 'third'))

    const response = await post(`cat?arg=${one}&arg=${two}&arg=${three}&offset=3&length=13`)

    expect(await response.text()).toBe('st,second,thi')
  })

  it('follows a path into a directory and prints the target of a symlink', async () => {
    const root = await addRoot('', file('d/e/f', 'deep'), symlink('d/l', '../elsewhere'))

    expect(await (await post(`cat?arg=/ipfs/${root}/e/f`)).text()).toBe('deep')
    expect(await (await post(`cat?arg=/cas/${root}/e/f`)).text()).toBe('deep')
    expect(await (await post(`cat/${root}%2Fe%2Ff`)).text()).toBe('deep')
    expect(await (await post(`cat?arg=${root}/l`)).text()).toBe('../elsewhere')
  })

  it('reads an identity CID from itself', async () => {
    const response = await post('cat?arg=bafkqaedknncdsodknncdsnzvnbvuioak')

    expect(await response.text()).toBe('jkD98jkD975hkD8\n')
  })

  it.each([
    ['a directory', (root: string) => `arg=${root}`, 'this dag node is a directory'],
    [
      'an absent name',
      (root: string) => `arg=${root}/nope`,
      (root: string) => `no link named "nope" under ${root}`,
    ],
    ['a negative offset', (root: string) => `arg=${root}/f&offset=-1`, 'cannot specify negative offset'],
    ['a negative length', (root: string) => `arg=${root}/f&length=-1`, 'cannot specify negative length'],
    [
      'a bad second argument',
      (root: string) => `arg=${root}/f&arg=${root}/g`,
      (root: string) => `no link named "g" under ${root}`,
    ],
  ])('answers 500 in JSON for %s', async (_, query, message) => {
    const root = (await addLines('', file('d/f', 'content of the bad cat cases'))).at(-1)?.Hash ?? ''

    const response = await post(`cat?${query(root)}`)

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      Message: typeof message === 'string' ? message : message(root),
      Code: 0,
      Type: 'error',
    })
  })

  it.each(['9223372036854775807', '9007199254740993', '99'])(
    'answers nothing from offset %s, past the end',
    async (offset) => {
      const [line] = await addLines('', file('f', 'short'))

      const response = await post(`cat?arg=${line?.Hash}&offset=${offset}`)

      expect([response.status, await response.text()]).toEqual([200, ''])
      expect(response.headers.get('X-Content-Length')).toBe('0')
    },
  )

  it('takes a length of up to 2^63 - 1', async () => {
    const [line] = await addLines('', file('f', 'short'))

    const response = await post(`cat?arg=${line?.Hash}&offset=1&length=9223372036854775807`)
    const beyond = await post(`cat?arg=${line?.Hash}&length=9223372036854775808`)

    expect([response.status, await response.text()]).toEqual([200, 'hort'])
    expect(beyond.status).toBe(400)
  })

  it('answers 500 for a block that is not held', async () => {
    const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'

    const response = await post(`cat?arg=${cid}&offline=true`)

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      Message: expect.stringContaining(`block was not found locally (offline): ipld: could not find ${cid}`),
    })
  })

  it.each(['cat?arg=', 'get?arg=', 'files/stat?arg=/ipfs/'])(
    'looks for a dag-cbor block before it refuses it as no file: %s',
    async (command) => {
      const absent = 'bafyreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
      const [held] = await dagPut('', '{"a":1}')
      const message = async (cid: string | undefined) =>
        (await (await post(`${command}${cid}&offline=true`)).json()).Message

      expect(await message(absent)).toBe(
        `block was not found locally (offline): ipld: could not find ${absent}`,
      )
      expect(await message(held)).toMatch(/^(unrecognized node type|not unixfs node \(proto or raw\))$/)
    },
  )

  it('answers 400 in text without an argument and for an offset that is no number', async () => {
    const missing = await post('cat')
    const typed = await post('cat?offset=x')

    expect([missing.status, await missing.text()]).toEqual([400, 'argument "ipfs-path" is required\n'])
    expect([typed.status, await typed.text()]).toEqual([
      400,
      'could not convert value "x" to type "int64" (for option "-offset")\n',
    ])
  })
})
