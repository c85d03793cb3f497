import { describe, expect, it, onTestFinished } from 'vitest'
import { type PeerNode, peerNode } from '../memory-peers.ts'
import { bytesOf, ECHO, enabledNode, opened, PATH, readAll, send, text } from './enabled-node.ts'
import { echo, type Service } from './fake-targets.ts'

/** Above what a stream holds before it is reset. */
const SLOWLY_READ_BYTES = 12 * 1024 * 1024

describe('a service of a peer', () => {
  it('answers through a path of this node, both ways at once', async () => {
    const { near, client } = await forwarded(echo)
    const sent = bytesOf(1_000_000)

    const received = readAll(client.readable, sent.byteLength)
    await send(client, sent)

    expect(await received).toEqual(sent)
    expect(await streamsOf(near)).toEqual([
      {
        HandlerID: '0',
        Protocol: '/x/echo',
        OriginAddress: '/ip4/127.0.0.1/tcp/9',
        TargetAddress: expect.stringMatching(/^\/p2p\/12D3/),
      },
    ])
  })

  it('answers a request of a host that accepts no WebSockets while the request goes on', async () => {
    const { near } = await forwarded(echo)
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const request = new Request('http://127.0.0.1/tunnels/echo', { method: 'POST' })
    const response = await near.send(Object.defineProperty(request, 'body', { value: body.readable }))
    const { writable } = body
    const answer = { writable, readable: response.body ?? expect.fail('no body'), abort: () => undefined }

    await send(answer, bytesOf(3))
    expect(await readAll(answer.readable, 3)).toEqual(bytesOf(3))
    await answer.writable.close()

    expect(await answer.readable.getReader().read()).toEqual({ done: true, value: undefined })
    expect((await near.send('/tunnels/nowhere', { method: 'POST' })).status).toBe(404)
  })

  it('is told first who calls, if its owner wants so', async () => {
    const { near, client } = await forwarded(echo, 'report-peer-id=true')

    expect(text(await readAll(client.readable, near.peerId.length + 1))).toBe(`${near.peerId}\n`)
  })

  it('may answer after the caller has sent everything, and end first', async () => {
    const { client } = await forwarded(async ({ readable, writable }) => {
      const all = await readAll(readable, 5)
      const writer = writable.getWriter()
      await writer.write(new TextEncoder().encode(`${text(all)} back`))
      await writer.close()
    })

    await send(client, new TextEncoder().encode('there'))

    expect(text(await new Response(client.readable).bytes())).toBe('there back')
  })

  it('answers as many connections of one peer as may be open', async () => {
    const { near, far } = await forwarded(echo)

    for (let at = 1; at < 32; at += 1) {
      const { client } = await opened(near)
      await send(client, bytesOf(3))
      expect(await readAll(client.readable, 3)).toEqual(bytesOf(3))
    }

    expect(await streamsOf(far)).toHaveLength(32)
    const { client } = await opened(near)
    await expect(readAll(client.readable, 1)).rejects.toThrow()
  })

  it('gets no more than it reads', async () => {
    const stopped = Promise.withResolvers<void>()
    onTestFinished(() => stopped.resolve())
    const { client } = await forwarded(() => stopped.promise)
    const writer = client.writable.getWriter()
    let written = 0
    const writing = (async () => {
      for (; written < 1024; written += 1) await writer.write(new Uint8Array(64 * 1024))
    })().catch(() => undefined)

    const isAllWritten = await Promise.race([
      writing.then(() => true),
      quiet(() => written).then(() => false),
    ])

    expect(isAllWritten).toBe(false)
    expect(written * 64).toBeLessThan(16 * 1024)
    client.abort()
    await writing
  })

  it('gets everything, however slowly it reads', async () => {
    const read = Promise.withResolvers<number>()
    const { client } = await forwarded(async ({ readable }) => {
      let sizeBytes = 0
      for await (const { byteLength } of readable) {
        sizeBytes += byteLength
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      read.resolve(sizeBytes)
    })

    await send(client, new Uint8Array(SLOWLY_READ_BYTES))
    await client.writable.close()

    expect(await read.promise).toBe(SLOWLY_READ_BYTES)
  })

  it('is dropped with the connection, and the other way round', async () => {
    const { near, far, client } = await forwarded(echo)
    await send(client, bytesOf(1))
    await readAll(client.readable, 1)

    await near.call('p2p/stream/close?arg=0')

    await expect(client.readable.getReader().read()).rejects.toThrow('connection reset')
    await until(async () => (await streamsOf(far)) === null && (await streamsOf(near)) === null)
  })

  it('ends with the peer', async () => {
    const { near, far, client } = await forwarded(echo)
    await send(client, bytesOf(1))
    await readAll(client.readable, 1)

    const { network } = await far.use(['network'])
    await network.stop()

    await expect(client.readable.getReader().read()).rejects.toThrow('connection reset')
    await until(async () => (await streamsOf(near)) === null)
  })

  it('that cannot be connected ends the stream', async () => {
    const { far, client, connected } = await forwarded(async (socket) => socket.abort())

    await expect(client.readable.getReader().read()).rejects.toThrow('connection reset')
    await connected.catch(() => undefined)
    await until(async () => (await streamsOf(far)) === null)
  })
})

describe('listeners', () => {
  it('are listed and closed, and open connections go on', async () => {
    const { near, far, client } = await forwarded(echo)
    await send(client, bytesOf(1))
    await readAll(client.readable, 1)

    expect(JSON.parse(await near.call('p2p/ls'))).toEqual({
      Listeners: [{ Protocol: '/x/echo', ListenAddress: PATH, TargetAddress: `/p2p/${far.peerId}` }],
    })
    expect(JSON.parse(await far.call('p2p/ls'))).toEqual({
      Listeners: [{ Protocol: '/x/echo', ListenAddress: `/p2p/${far.peerId}`, TargetAddress: ECHO }],
    })
    expect(await far.call('p2p/close?protocol=/x/other')).toBe('0\n')
    expect(await far.call(`p2p/close?protocol=/x/echo&target-address=${ECHO}/`)).toBe('1\n')
    expect(await near.call('p2p/close?all=true')).toBe('1\n')
    expect(JSON.parse(await near.call('p2p/ls'))).toEqual({ Listeners: null })
    await send(client, bytesOf(3))
    expect(await readAll(client.readable, 3)).toEqual(bytesOf(3))

    const again = await opened(near)
    await expect(again.connected).rejects.toThrow('no peer is forwarded to this path')
  })

  it('of a closed protocol accept no stream', async () => {
    const { near, far } = await forwarded(echo)
    await far.call('p2p/close?all=true')

    const { connected } = await opened(near)

    await expect(connected).rejects.toThrow('Cannot open "/x/echo"')
  })

  it('are set up again with each peer that starts', async () => {
    const { near, far } = await forwarded(echo)
    const { network } = await far.use(['network'])
    await network.stop()
    await network.peer()

    const { client } = await opened(near)
    await send(client, bytesOf(2))

    expect(await readAll(client.readable, 2)).toEqual(bytesOf(2))
  })
})

describe('refusals', () => {
  const LISTEN = `p2p/listen?arg=/x/a&arg=${ECHO}`
  const PORT = '/ip4/127.0.0.1/tcp/9'
  const FORWARD = `p2p/forward?arg=/x/a&arg=${encodeURIComponent(PATH)}&arg=/p2p/`

  it.each(['p2p/ls', 'p2p/stream/ls', 'p2p/close', 'p2p/stream/close', LISTEN, `${FORWARD}x`])(
    '%s says that forwarding is off',
    async (command) => {
      expect(await refusal(await peerNode(), command)).toBe('libp2p stream mounting not enabled')
    },
  )

  it.each([
    ['p2p/close', 'no matching options given'],
    ['p2p/close?all=true&protocol=/x/a', "can't combine --all with other matching options"],
    ['p2p/close?listen-address=a', 'failed to parse multiaddr "a": must begin with /'],
    ['p2p/stream/close', 'no id specified'],
    ['p2p/stream/close?arg=-1', 'strconv.ParseUint: parsing "-1": invalid syntax'],
    [
      'p2p/stream/close?arg=18446744073709551616',
      'strconv.ParseUint: parsing "18446744073709551616": value out of range',
    ],
    ['p2p/listen?arg=/a/b&arg=/ip4/127.0.0.1/tcp/7', "protocol name must be within '/x/' namespace"],
    ['p2p/listen?arg=/x/a&arg=/ip4/127.0.0.1', 'address does not contain tcp or udp protocol'],
    ['p2p/listen?arg=/x/a&arg=/ip4/127.0.0.1/tcp/0', 'port can not be 0'],
    [
      'p2p/listen?arg=/x/a&arg=/ip4/127.0.0.1/udp/1',
      'Cannot forward to "/ip4/127.0.0.1/udp/1": not an address of TCP, TLS, a WebSocket or HTTP',
    ],
    [
      'p2p/listen?arg=/x/a&arg=/ip4/127.0.0.1/tcp/8',
      'Cannot forward to "/ip4/127.0.0.1/tcp/8": FORWARDING_HOSTS does not name it',
    ],
    [
      'p2p/listen?arg=/ipfs/ping/1.0.0&arg=/ip4/127.0.0.1/tcp/7&allow-custom-protocol=true',
      'listener already registered',
    ],
    [`p2p/listen?arg=/x/${'a'.repeat(10_000)}&arg=${ECHO}`, expect.stringContaining('Cannot use protocol')],
    [
      `p2p/forward?arg=/x/a&arg=${PORT}&arg=/p2p/12D3KooWDpJ7As7BWAwRMfu1VU2WCqNjvq387JEYKDBj4kx6nXTN`,
      expect.stringContaining('this host opens no ports'),
    ],
    [
      `p2p/forward?arg=a&arg=${PORT}&arg=/p2p/12D3KooWDpJ7As7BWAwRMfu1VU2WCqNjvq387JEYKDBj4kx6nXTN`,
      "protocol name must be within '/x/' namespace",
    ],
    [
      `p2p/forward?arg=/x/a&arg=${PORT}&arg=/p2p/x`,
      'failed to parse multiaddr "/p2p/x": invalid value "x" for protocol p2p: failed to parse p2p addr: x invalid cid: cid too short',
    ],
    [`${FORWARD}x`, expect.stringContaining('failed to parse multiaddr "/p2p/x"')],
  ])('%s', async (command, message) => {
    expect(await refusal(await enabledNode(), command)).toEqual(message)
  })

  it('a protocol and a path have one listener each', async () => {
    const { near, far } = await forwarded(echo)

    expect(await refusal(far, `p2p/listen?arg=/x/echo&arg=${ECHO}`)).toBe('listener already registered')
    expect(await refusal(near, `${FORWARD}${far.peerId}`)).toBe('listener already registered')
  })
})

/** A service of the second node, at a path of the first, with one client. */
async function forwarded(service: Service, options = '') {
  const [near, far] = await Promise.all([enabledNode(), enabledNode(service)])
  await far.call(`p2p/listen?arg=/x/echo&arg=${ECHO}&${options}`)
  await near.call(`p2p/forward?arg=/x/echo&arg=${encodeURIComponent(PATH)}&arg=${far.address}`)
  return { near, far, ...(await opened(near)) }
}

async function refusal(node: PeerNode, command: string): Promise<string> {
  const response = await node.send(`/api/v0/${command}`, { method: 'POST' })
  expect(response.status).toBe(500)
  return (await response.json()).Message
}

async function streamsOf(node: PeerNode) {
  return JSON.parse(await node.call('p2p/stream/ls')).Streams
}

/** Resolves when a count no longer grows. */
async function quiet(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}
