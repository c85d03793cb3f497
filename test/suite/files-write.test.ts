import { describe, expect, it } from 'vitest'
import { host, send } from '#host'
import { addRoot } from '../requests/add.ts'
import { askFiles, callFiles, cidAt, DONE, failure, writeTo } from '../requests/files.ts'
import { file, streamedForm } from '../requests/form.ts'
import { randomBytes, randomChunks } from '../requests/random-bytes.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many refusals the other hosts get one: the core judges them. */
const EVERY = 4

const textOf = async (path: string, query = '') => (await callFiles('read', [path], query)).text

describe('POST /api/v0/files/write', () => {
  it('makes a file with the CID and the numbers of the reference', async () => {
    expect(await writeTo('/w-hello', 'hello world\n')).toEqual(DONE)

    expect(await callFiles('stat', ['/w-hello'])).toEqual({
      status: 200,
      text: '{"Hash":"QmVib14uvPnCP73XaCDpwugRuwfTsVbGyWbatHAmLSdZUS","Size":12,"CumulativeSize":70,"Blocks":1,"Type":"file"}\n',
    })
    expect(await textOf('/w-hello')).toBe('hello world\n')
  })

  it.each(
    sampleOnHosts(
      [
        [
          '',
          'QmQdQt9qooenjeaNhiKHF3hBvmNteB4MQBtgu3jxgf9c7i',
          'QmPVnT9gocPbqzN4G6SMp8vAPyzcjDbUJrNdKgzQquuDg4',
        ],
        [
          'raw-leaves=true',
          'QmRCgHeoKxCqK2Es6M6nPUDVWz19yNQPnsXGsXeuTkSKpN',
          'QmckstrVxJuecVD1FHUiURJiU9aPURZWJieeBVHJPACj8L',
        ],
        [
          'cid-version=1',
          'bafybeibkrazpbejqh3qun7xfnsl7yofl74o4jwhxebpmtrcpavebokuqtm',
          'bafybeigwhb3q36yrm37jv5fo2ap6r6eyohckqrxmlejrenex4xlnuxiy3e',
        ],
      ],
      EVERY,
    ),
  )('keeps leaves where it writes over them, with "%s" as the reference', async (form, over, cut) => {
    const path = `/w-ipfs-${form}`
    await writeTo(path, 'ipfs rocks\n', `create=true&${form}`)

    await writeTo(path, 'is super cool\n', `offset=5&${form}`)
    expect(await cidAt(path)).toBe(over)
    await writeTo(path, 'fish\n', `truncate=true&${form}`)
    expect(await cidAt(path)).toBe(cut)
    expect(await textOf(path)).toBe('fish\n')
  })

  it('fills the gap before an offset, takes no more than count, and makes the directories on the way', async () => {
    await writeTo('/w-deep/a/b', 'abcdef', 'create=true&parents=true&offset=3&count=2')

    expect(await textOf('/w-deep/a/b')).toBe('\0\0\0ab')
    expect(await textOf('/w-deep/a/b', 'offset=2&count=2')).toBe('\0a')
  })

  it('gives new files the form of their directory', async () => {
    await callFiles('mkdir', ['/w-v1'], 'cid-version=1')

    await writeTo('/w-v1/d/f', 'hello world\n', 'create=true&parents=true')

    expect(await cidAt('/w-v1/d/f')).toMatch(/^bafybei/)
    expect(await cidAt('/w-v1/d')).toMatch(/^bafybei/)
    const [leaf] = (await askFiles<{ Blocks: number }>('stat', ['/w-v1/d/f'])).Blocks === 1 ? ['raw'] : []
    expect(leaf).toBe('raw')
  })

  it('streams a large file and writes into the middle of it', async () => {
    const [seed, sizeBytes] = [11, 1_500_000]
    const expected = randomBytes(seed, sizeBytes)
    const chunks = async function* () {
      yield* randomChunks(seed, sizeBytes)
    }
    const body = streamedForm(file('data', chunks()))

    const response = await send('/api/v0/files/write?arg=/w-large&create=true', body)
    expect([response.status, await response.text()]).toEqual([200, ''])
    await writeTo('/w-large', new Uint8Array(600_000), 'offset=500000')
    expected.fill(0, 500_000, 1_100_000)

    const read = await send('/api/v0/files/read?arg=/w-large', { method: 'POST' })
    const bytes = new Uint8Array(await read.arrayBuffer())
    expect(bytes.byteLength).toBe(sizeBytes)
    expect(bytes.every((byte, at) => byte === expected[at])).toBe(true)
  })

  it('appends to a file that was copied from an add, as the reference does', async () => {
    const cid = await addRoot('', file('f', 'hello'))
    await callFiles('cp', [`/ipfs/${cid}`, '/w-added'])

    await writeTo('/w-added', ' world', 'offset=5')

    expect(await cidAt('/w-added')).toBe('Qmd7dvb1EFbGNDTtCMSn4Ri3ao3XVL8o1ap8ocuJTtnGVb')
  })

  it('loses nothing of what many writers write at once', async () => {
    const names = Array.from({ length: host === 'memory' ? 32 : 6 }, (_, at) => `${at}`)

    const answers = await Promise.all(
      names.map((name) => writeTo(`/w-many/${name}`, `by ${name}`, 'create=true&parents=true')),
    )

    expect(answers).toEqual(names.map(() => DONE))
    const { Entries } = await askFiles<{ Entries: { Name: string }[] }>('ls', ['/w-many'])
    expect(Entries.map(({ Name }) => Name)).toEqual([...names].sort())
    for (const name of names) expect(await textOf(`/w-many/${name}`)).toBe(`by ${name}`)
  })

  it('loses nothing of what 8 writers write into one file', async () => {
    await writeTo('/w-one', '.'.repeat(80))

    await Promise.all(
      Array.from({ length: 8 }, (_, at) => writeTo('/w-one', `${at}`.repeat(10), `offset=${at * 10}`)),
    )

    expect(await textOf('/w-one')).toBe([...'01234567'].map((digit) => digit.repeat(10)).join(''))
  })

  it.each(
    sampleOnHosts(
      [
        ['/w-nope', '', 'file does not exist'],
        ['/w-nope/x', 'create=true', 'file does not exist'],
        ['/w-dir/', 'create=true', '/w-dir/ was not a file'],
        ['/w-none/', 'create=true', 'file does not exist'],
        ['/w-file/x', 'create=true', 'cannot access w-file/x: Not a directory'],
        ['/w-file/x', 'create=true&parents=true', 'file already exists'],
        ['/', 'create=true', '/ was not a file'],
        ['/w-dir', 'create=true', '/w-dir was not a file'],
        ['/w-file', 'offset=-1', 'cannot have negative write offset'],
        ['/w-file', 'count=-1', 'cannot have negative byte count'],
        ['w-file', '', 'paths must start with a leading slash'],
        ['', '', 'paths must not be empty'],
        ['/w-file', 'hash=nope', 'unrecognized hash function: nope'],
        ['/w-file', 'cid-version=7', 'unknown CID version: 7'],
      ],
      EVERY,
    ),
  )('refuses "%s" with "%s" and changes nothing', async (path, query, message) => {
    await callFiles('mkdir', ['/w-dir'])
    await writeTo('/w-file', 'x')
    const before = await cidAt('/')

    expect(await writeTo(path, 'content', query)).toEqual(failure(message))
    expect(await cidAt('/')).toBe(before)
  })

  it('answers 400 when there is no body, or no path', async () => {
    expect(await callFiles('write', ['/w-x'])).toEqual({
      status: 400,
      text: "file argument 'data' is required\n",
    })
    expect((await writeTo('/w-x', '', 'offset=x')).status).toBe(400)
  })
})

describe('POST /api/v0/files/read', () => {
  it.each(
    sampleOnHosts(
      [
        ['/r-dir', '', '/r-dir was not a file'],
        ['/r-nope', '', '/r-nope: file does not exist'],
        ['/r-file/x', '', '/r-file/x: cannot access r-file/x: Not a directory'],
        ['/r-file', 'offset=9', 'offset was past end of file (9 > 5)'],
        ['/r-file', 'offset=-1', 'cannot specify negative offset'],
        ['/r-file', 'count=-1', "cannot specify negative 'count'"],
      ],
      EVERY,
    ),
  )('refuses "%s" with "%s"', async (path, query, message) => {
    await callFiles('mkdir', ['/r-dir'])
    await writeTo('/r-file', 'fish\n')

    const { status, text } = await callFiles('read', [path], query)
    expect([status, JSON.parse(text).Message]).toEqual([500, message])
  })

  it('answers nothing from the end of the file', async () => {
    await writeTo('/r-end', 'fish\n')

    expect(await callFiles('read', ['/r-end'], 'offset=5')).toEqual(DONE)
  })
})
