import { describe, expect, it } from 'vitest'
import { host, send } from '#host'
import { createClient, RpcError, type UploadEntry, type UploadProgress } from '../../src/rpc/client.ts'
import { expectRest } from '../requests/activity.ts'
import { countEqual, randomBytes, randomChunks } from '../requests/random-bytes.ts'
import { chunkedFile, directory, rawFile, storeBlocks } from '../requests/stored-tree.ts'

const call = createClient({ fetch: send })
/** Every host under test takes streams, the service worker of Chromium too. */
const streaming = createClient({ fetch: send, canStream: true })

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

describe('call(add)', () => {
  it('adds one content, and a File under its name', async () => {
    const [nameless] = await all(await call('add', { body: 'hello world\n' }))
    const [named] = await all(await call('add', { body: new File(['hello world\n'], 'grüße & mehr.txt') }))

    expect(nameless?.Hash).toBe('QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o')
    expect(named).toMatchObject({ Name: 'grüße & mehr.txt', Hash: nameless?.Hash })
  })

  it.each([
    ['held', call],
    ['streamed', streaming],
  ])('adds a folder of every kind of content, %s', async (_, client) => {
    const body = (async function* (): AsyncGenerator<UploadEntry> {
      yield { path: 'd/text', content: 'one' }
      yield { path: 'd/bytes', content: new TextEncoder().encode('two') }
      yield { path: 'd/blob', content: new Blob(['three']) }
      yield { path: 'd/stream', content: new Blob(['four']).stream() }
      yield {
        path: 'd/chunks',
        content: (async function* () {
          yield new TextEncoder().encode('five')
        })(),
      }
      yield { path: 'd/link', kind: 'symlink', content: 'text' }
      yield { path: 'd/void', kind: 'directory' }
    })()
    const lines = await all(await client('add', { body, options: { pin: false } }))
    const root = lines.at(-1)?.Hash ?? ''

    const { Objects } = await call('ls', { args: { 'ipfs-path': root } })
    const text = await new Response(await call('cat', { args: { 'ipfs-path': `${root}/chunks` } })).text()

    expect(Objects[0]?.Links.map(({ Name, Size, Type, Target }) => [Name, Size, Type, Target])).toEqual([
      ['blob', 5, 2, ''],
      ['bytes', 3, 2, ''],
      ['chunks', 4, 2, ''],
      ['link', 4, 4, 'text'],
      ['stream', 4, 2, ''],
      ['text', 3, 2, ''],
      ['void', 0, 1, ''],
    ])
    expect(text).toBe('five')
  })

  it('sends modes and modification times', async () => {
    const mtime = { seconds: 1_700_000_000, nanoseconds: 5 }
    const [line] = await all(await call('add', { body: [{ path: 'a', content: 'x', mode: 0o755, mtime }] }))

    expect(line).toMatchObject({ Mode: '0755', Mtime: 1_700_000_000, MtimeNsecs: 5 })
  })

  it('tells of progress apart from the lines', async () => {
    const seen: UploadProgress[] = []
    const body = [
      { path: 'a', content: randomBytes(1, 600_000) },
      { path: 'b', content: randomBytes(2, 300_000) },
    ]
    const lines = await all(
      await call('add', { body }, { onUploadProgress: (progress) => seen.push(progress) }),
    )

    expect(lines.map(({ Name }) => Name)).toEqual(['a', 'b'])
    expect(seen.filter(({ name }) => name === 'a').at(-1)).toEqual({
      name: 'a',
      bytes: 600_000,
      totalBytes: 600_000,
    })
    expect(seen.at(-1)).toEqual({ name: 'b', bytes: 300_000, totalBytes: 900_000 })
  })

  it('ends at the node when it is aborted in the middle of an upload', async () => {
    const abort = new AbortController()
    const endless = (async function* () {
      for (;;) {
        yield* randomChunks(7, 1024 * 1024)
        // A source that never waits leaves Node no time to read the answer.
        await new Promise((resolve) => setTimeout(resolve))
      }
    })()
    const adding = async () => {
      const lines = await streaming(
        'add',
        { body: [{ path: 'endless', content: endless }], options: { progress: true, pin: false } },
        { signal: abort.signal },
      )
      for await (const { Bytes } of lines) if ((Bytes ?? 0) > 0) abort.abort(new Error('enough'))
    }

    await expect(adding()).rejects.toThrow()
    await expectRest()
  })
})

describe('call(cat)', () => {
  it('streams bytes', async () => {
    const sizeBytes = 3 * 1024 * 1024
    const [added] = await all(await call('add', { body: randomBytes(3, sizeBytes) }))

    const bytes = await call('cat', { args: { 'ipfs-path': added?.Hash ?? '' } })

    expect(await countEqual(bytes, { seed: 3, sizeBytes })).toBe(sizeBytes)
  })

  it('ends at the node when its reader leaves', async () => {
    const [added] = await all(await call('add', { body: randomBytes(4, 8 * 1024 * 1024) }))
    const bytes = await call('cat', { args: { 'ipfs-path': added?.Hash ?? '' } })
    const reader = bytes.getReader()

    await reader.read()
    await reader.cancel()

    await expectRest()
  })

  it('throws when the bytes end early', async () => {
    const present = await rawFile(randomBytes(5, 200_000))
    const file = await chunkedFile([present, await rawFile(`absent on ${host}`)])
    await storeBlocks(send, [...present.blocks, ...file.blocks.slice(0, 1)])

    const bytes = await call('cat', { args: { 'ipfs-path': `${file.cid}` } })

    await expect(new Response(bytes).blob()).rejects.toThrow()
  })
})

describe('call() of a command that answers lines', () => {
  it('ends at the node when its reader leaves', async () => {
    await all(await call('add', { body: randomBytes(6, 4 * 1024 * 1024), options: { chunker: 'size-4096' } }))
    let seen = 0

    for await (const { Ref } of await call('refs/local')) {
      seen += Ref.length
      break
    }

    expect(seen).toBeGreaterThan(0)
    await expectRest()
  })

  it('gives a value, or lines where the option says so', async () => {
    const root = await directory({ a: await rawFile('a'), b: await rawFile('b') })
    await storeBlocks(send, root.blocks)
    const args = { 'ipfs-path': `${root.cid}` }

    const whole = await call('ls', { args })
    const lines = await all(await call('ls', { args, options: { stream: true } }))

    expect(whole.Objects[0]?.Links).toEqual(lines.flatMap(({ Objects }) => Objects[0]?.Links ?? []))
    expect(lines).toHaveLength(2)
  })

  it('throws the error that ends a reply', async () => {
    const absent = await chunkedFile([await rawFile('absent')])
    const root = await directory({ a: await rawFile('a'), b: await directory({ absent }), c: absent })
    await storeBlocks(
      send,
      root.blocks.filter(({ cid }) => !cid.equals(absent.cid)),
    )
    const names: (string | undefined)[] = []

    const listing = async () => {
      const lines = await call('ls', { args: { 'ipfs-path': `${root.cid}` }, options: { stream: true } })
      for await (const { Objects } of lines) names.push(Objects[0]?.Links[0]?.Name)
    }

    await expect(listing()).rejects.toMatchObject({ name: 'RpcError', status: 200, code: 0 })
    expect(names).toEqual(['a', 'b'])
  })
})

describe('call() of a command that answers one value as if it were lines', () => {
  it('gives the value', async () => {
    const { Signature } = await call('key/sign', { body: 'text' })
    const { Key, SignatureValid } = await call('key/verify', {
      body: 'text',
      options: { signature: Signature },
    })

    expect([Key.Name, SignatureValid]).toEqual(['self', true])
  })
})

describe('call() that fails', () => {
  it('throws what the command says', async () => {
    const { cid } = await rawFile('client, never stored')
    const failing = call('block/get', { args: { key: String(cid) } })

    await expect(failing).rejects.toBeInstanceOf(RpcError)
    await expect(failing).rejects.toMatchObject({
      status: 500,
      code: 0,
      message: expect.stringContaining('could not find'),
    })
  })

  it('throws what a command without a reply says of its arguments', async () => {
    const failing = call('files/rm', { args: { path: ['/client/nope', '/'] } })

    await expect(failing).rejects.toMatchObject({
      name: 'RpcError',
      status: 200,
      message: "can't remove some files: /client/nope: file does not exist; /: cannot delete root",
    })
  })

  it('throws the text of a refusal', async () => {
    await expect(call('cat', { args: { 'ipfs-path': [] } })).rejects.toMatchObject({
      status: 400,
      code: undefined,
      message: 'argument "ipfs-path" is required',
    })
  })

  it('throws a TimeoutError when its time is up', async () => {
    await expect(call('refs/local', {}, { timeoutMs: 0 })).rejects.toMatchObject({ name: 'TimeoutError' })
    await expectRest()
  })

  it('throws the reason of its signal', async () => {
    const reason = new Error('not any more')

    await expect(call('version', {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
