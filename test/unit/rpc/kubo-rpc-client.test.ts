import { create } from 'kubo-rpc-client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type PeerNode, peerNode } from '../net/memory-peers.ts'

const CONTENT = new TextEncoder().encode('content of a file')

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('kubo-rpc-client', () => {
  it('writes, lists, moves and reads files', async () => {
    const { files } = await client()

    await files.mkdir('/folder/below', { parents: true })
    await files.write('/folder/a', CONTENT, { create: true, mode: 0o640, mtime: { secs: 5n, nsecs: 6 } })
    await files.cp('/folder/a', '/folder/below/b')
    await files.mv('/folder/a', '/folder/c')

    expect(new TextDecoder().decode(await joined(files.read('/folder/below/b', { offset: 8 })))).toBe(
      'of a file',
    )
    expect((await collected(files.ls('/folder'))).map(({ name, type, size }) => [name, type, size])).toEqual([
      ['below', 'directory', 0],
      ['c', 'file', CONTENT.byteLength],
    ])
    expect(await files.stat('/folder/c')).toMatchObject({
      type: 'file',
      size: CONTENT.byteLength,
      mode: 0o640,
      mtime: { secs: 5, nsecs: 6 },
    })
    expect(String(await files.flush('/folder'))).toBe(String((await files.stat('/folder')).cid))
    await files.rm('/folder', { recursive: true })
    await expect(files.stat('/folder')).rejects.toThrow('file does not exist')
  })

  it('makes, lists, renames, imports and removes keys', async () => {
    const { key } = await client()

    const made = await key.gen('first', { type: 'ed25519' })
    expect((await key.list()).map(({ name }) => name)).toEqual(['self', 'first'])
    expect(await key.rename('first', 'second')).toMatchObject({
      id: made.id,
      was: 'first',
      now: 'second',
      overwrite: false,
    })
    expect(await key.rm('second')).toMatchObject({ id: made.id, name: 'second' })
    await expect(key.rm('second')).rejects.toThrow('no key named second was found')
  })

  it('publishes and resolves names', async () => {
    const { name, add, key } = await client()
    const { cid } = await add(CONTENT, { cidVersion: 1 })
    await key.gen('site', { type: 'ed25519' })

    const published = await name.publish(cid, { key: 'site', allowOffline: true, lifetime: '2h', ttl: '1m' })
    expect(published.value).toBe(`/ipfs/${cid}`)
    expect(await collected(name.resolve(published.name))).toEqual([`/ipfs/${cid}`])
    expect(await name.pubsub.subs()).toEqual(expect.any(Array))
  })

  it('gets and sets the configuration', async () => {
    const { config } = await client()

    await config.set('Own.Key', { deep: [1, 'two', true] })
    expect(await config.get('Own.Key')).toEqual({ deep: [1, 'two', true] })
    await config.set('Datastore.StorageMax', '5GB')
    expect(await config.getAll()).toMatchObject({ Datastore: { StorageMax: '5GB' } })
    await config.replace({ Addresses: { Swarm: ['/ip4/127.0.0.1/tcp/4001/ws'] } })
    expect(await config.get('Addresses.Swarm')).toEqual(['/ip4/127.0.0.1/tcp/4001/ws'])
    await expect(config.get('Own.Key')).rejects.toThrow('failed to get config value')
    expect(await config.profiles.apply('test', { dryRun: true })).toMatchObject({ original: {}, updated: {} })
  })

  it('names pinning services and their pins', async () => {
    const { pin, add } = await client()
    const { cid } = await add(CONTENT, { cidVersion: 1 })

    await pin.remote.service.add('mine', { endpoint: new URL('https://pins.example'), key: 'secret' })
    expect(await pin.remote.service.ls()).toEqual([
      { service: 'mine', endpoint: new URL('https://pins.example') },
    ])
    expect(await pin.remote.service.ls({ stat: true })).toMatchObject([
      { service: 'mine', stat: { status: 'valid', pinCount: { pinned: 1 } } },
    ])
    expect(await pin.remote.add(cid, { service: 'mine', name: 'one', background: true })).toMatchObject({
      cid,
      name: 'one',
      status: 'queued',
    })
    expect(
      (await collected(pin.remote.ls({ service: 'mine', name: 'one' }))).map(({ status }) => status),
    ).toEqual(['pinned'])
    await pin.remote.rm({ service: 'mine', name: 'one' })
    await pin.remote.service.rm('mine')
    expect(await pin.remote.service.ls()).toEqual([])
  })

  it('connects to peers, and exchanges messages', async () => {
    const [near, far] = await Promise.all([node(), node()])
    const first = clientOf(near)
    await near.call(`swarm/connect?arg=${far.address}`)

    expect((await first.swarm.peers({ verbose: true })).map(({ peer }) => String(peer))).toEqual([far.peerId])
    expect(await first.bitswap.stat()).toMatchObject({ blocksReceived: 0n })
    const heard = Promise.withResolvers<{ readonly data: Uint8Array; readonly topic: string }>()
    await first.pubsub.subscribe('news', heard.resolve)
    expect(await first.pubsub.ls()).toEqual(['news'])
    await vi.waitUntil(async () => (await far.call('pubsub/peers?arg=news')).includes(near.peerId), {
      timeout: 20_000,
    })
    await far.call('pubsub/pub?arg=news&arg=hello')
    const { data, topic } = await heard.promise
    expect([new TextDecoder().decode(data), topic]).toEqual(['hello', 'news'])
    await first.pubsub.unsubscribe('news')
  })
})

async function client() {
  return clientOf(await node())
}

function clientOf({ send }: PeerNode) {
  vi.stubGlobal('fetch', async (target: string, init: RequestInit) =>
    send(new Request(target, { ...init, duplex: 'half' } as RequestInit)),
  )
  return create({ url: 'http://127.0.0.1/api/v0' })
}

function node(): Promise<PeerNode> {
  return peerNode({ outbound: { pinning: { refusal: () => undefined, fetch: pinningService() } } })
}

/** Answers as a service does that has pinned what it was asked for once. */
function pinningService() {
  const pins: { cid: string; name?: string }[] = []
  const status = (at: number, state: string) => ({
    requestid: String(at),
    status: state,
    created: '2026-01-01T00:00:00Z',
    pin: pins[at],
    delegates: [],
  })
  pins.push({ cid: 'bafkreiasqcg3o7xm4pfso3qozfeguh7w3vumzagryndtikjurak54bskvu', name: 'zero' })
  return async (request: Request): Promise<Response> => {
    if (request.method === 'POST') {
      pins.push(await request.json())
      return Response.json(status(pins.length - 1, 'queued'), { status: 202 })
    }
    if (request.method === 'DELETE') return new Response(null, { status: 202 })
    const query = new URL(request.url).searchParams
    const found = pins
      .map((pin, at) => ({ pin, at }))
      .filter(({ pin }) => pin.name === (query.get('name') ?? pin.name))
    const isPinned = (query.get('status') ?? 'pinned').includes('pinned')
    const results = isPinned ? found.map(({ at }) => status(at, 'pinned')) : []
    return Response.json({ count: results.length, results })
  }
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return Buffer.concat(await collected(chunks))
}
