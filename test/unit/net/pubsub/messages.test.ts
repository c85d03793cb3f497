import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectedNodes, type PeerNode, peerNode } from '../memory-peers.ts'
import { subscribed, waitForPeers } from './subscribed.ts'

const u = (text: string) => `u${Buffer.from(text).toString('base64url')}`
const pad = (text: string | Uint8Array) => Buffer.from(text).toString('base64')
const strings = async (answer: Promise<string>) => (JSON.parse(await answer) as { Strings: string[] }).Strings

describe('pubsub between two nodes', () => {
  it('delivers both ways, to every subscriber of a topic and to the author', async () => {
    const [first, second] = await connectedNodes()
    const topic = u('both ways')
    const [own, near, far] = [
      await subscribed(first, topic),
      await subscribed(second, topic),
      await subscribed(second, topic),
    ]
    await waitForPeers(first, topic)
    await waitForPeers(second, topic)

    await publish(first, topic, 'from first')
    await publish(second, topic, 'from second')

    for (const subscription of [own, near, far]) {
      const lines = [await subscription.next(), await subscription.next()]
      expect(lines.map(({ from, data, topicIDs }) => [from, data, topicIDs])).toEqual([
        [first.peerId, u('from first'), [topic]],
        [second.peerId, u('from second'), [topic]],
      ])
    }
    expect(await strings(first.call('pubsub/peers'))).toEqual([second.peerId])
    expect(await strings(first.call('pubsub/ls'))).toEqual([topic])
  })

  it('delivers the first message of a node that has just connected', async () => {
    const [first, second] = [await peerNode(), await peerNode()]
    const topic = u('at once')
    const subscription = await subscribed(second, topic)

    await first.call(`swarm/connect?arg=${second.address}`)
    await publish(first, topic, 'first')

    expect(await subscription.next()).toMatchObject({ data: u('first') })
  })

  it('delivers the first message of a node that uses messages only after it has connected', async () => {
    const [first, second] = await connectedNodes()
    const topic = u('late')
    const subscription = await subscribed(second, topic)

    await publish(first, topic, 'first')

    expect(await subscription.next()).toMatchObject({ data: u('first') })
  })

  it('leaves a topic with its last subscriber, whose client has disconnected', async () => {
    const [first, second] = await connectedNodes()
    const topic = u('left')
    const subscriptions = [await subscribed(first, topic), await subscribed(first, topic)]
    await waitForPeers(second, topic)

    for (const { leave } of subscriptions) {
      expect(await strings(first.call('pubsub/ls'))).toEqual([topic])
      leave()
    }

    await waitForPeers(second, topic, 0)
    await vi.waitFor(async () => expect(await strings(first.call('pubsub/ls'))).toEqual([]))
  })

  it('ends a subscription with the error of its time limit', async () => {
    const node = await peerNode()
    const topic = u('for a while')

    const subscription = await subscribed(node, topic, '&timeout=500ms')

    expect(await subscription.next()).toMatchObject({ Message: 'context deadline exceeded', Type: 'error' })
    await expect(subscription.next()).rejects.toThrow('The subscription has ended')
    expect(await strings(node.call('pubsub/ls'))).toEqual([])
  })

  it('joins its topics again when its peer starts anew', async () => {
    const [first, second] = [await peerNode(), await peerNode()]
    const topic = u('again')
    const subscription = await subscribed(first, topic)
    const { network } = await first.use(['network'])

    await network.stop()
    await second.call(`swarm/connect?arg=${await restarted(first)}`)
    await waitForPeers(second, topic)
    await publish(second, topic, 'hello')

    expect(await subscription.next()).toMatchObject({ data: u('hello') })
  })
})

describe('pubsub on one node', () => {
  it('answers old clients in plain text and base64, and takes the message as an argument', async () => {
    const node = await peerNode()
    const { next, response } = await subscribed(node, 'plain', '&discover=true')

    expect(await node.call('pubsub/pub?arg=plain&arg=hello', {})).toBe('')

    const { seqno = '', ...line } = await next()
    const from = [...((await node.use(['network'])).network.running?.libp2p.peerId.toMultihash().bytes ?? [])]
    expect(line).toEqual({ from: pad(new Uint8Array(from)), data: pad('hello'), topicIDs: ['plain'] })
    expect(Buffer.from(seqno, 'base64')).toHaveLength(8)
    expect(response.headers.get('X-Chunked-Output')).toBe('1')
    expect(await strings(node.call('pubsub/ls'))).toEqual(['plain'])
  })

  it('prints topics in the multibase as soon as one caller uses it', async () => {
    const node = await peerNode()
    await subscribed(node, 'b')
    await subscribed(node, u('a'))

    expect(await strings(node.call('pubsub/ls'))).toEqual([u('a'), u('b')])
    expect(await node.call('pubsub/ls?encoding=text')).toBe('a\nb\n')
  })

  it('sends the bytes of messages as they are, for the encoding text', async () => {
    const node = await peerNode()
    const topic = u('bytes')
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const response = await node.send(`/api/v0/pubsub/sub?arg=${topic}&encoding=text`, {
      method: 'POST',
      signal: leaving.signal,
    })
    const body = new FormData()
    body.append('data', new Blob([new Uint8Array([0xff, 0xfe])]))

    await node.call(`pubsub/pub?arg=${topic}`, { body })

    const read: number[] = []
    for await (const chunk of response.body ?? []) {
      read.push(...chunk)
      if (read.length >= 3) break
    }
    expect(read).toEqual([0x0a, 0xff, 0xfe])
  })

  it('publishes each part of a body, an empty one too', async () => {
    const node = await peerNode()
    const { next } = await subscribed(node, u('parts'))
    const body = new FormData()
    for (const text of ['one\ntwo', '']) body.append('data', new Blob([text]))

    await node.call(`pubsub/pub?arg=${u('parts')}`, { body })

    expect([(await next()).data, (await next()).data]).toEqual([u('one\ntwo'), 'u'])
  })

  it('refuses a message over 1 MiB minus 4 KiB, and a topic that is empty or over 1 KiB', async () => {
    const node = await peerNode()
    const { next } = await subscribed(node, u('large'))
    const most = 'x'.repeat(1_044_480)

    await expect(publish(node, u('large'), `${most}x`)).rejects.toThrow(
      'Cannot publish in topic \\"large\\": message is over 1044480 bytes',
    )
    await expect(publish(node, '', 'a')).rejects.toThrow('Cannot use topic \\"\\": it is empty')
    await expect(publish(node, 'x'.repeat(1025), 'a')).rejects.toThrow('over 1024 bytes')
    await publish(node, u('large'), most)

    expect((await next()).data).toHaveLength(1_392_641)
  })

  it('says that pubsub is off where the owner has disabled it', async () => {
    const node = await peerNode({}, { pubsub: { isPubsubEnabled: false } })
    const off = 'experimental pubsub feature not enabled. Run daemon with --enable-pubsub-experiment to use.'

    for (const command of ['pub?arg=a&arg=b', 'sub?arg=a', 'peers', 'reset', 'ls']) {
      await expect(node.call(`pubsub/${command}`)).rejects.toThrow(
        `answered 500: {"Message":"${off}","Code":0`,
      )
    }
  })
})

async function publish(node: PeerNode, topic: string, text: string): Promise<void> {
  const body = new FormData()
  body.append('data', new Blob([text]))
  expect(await node.call(`pubsub/pub?arg=${topic}`, { body })).toBe('')
}

async function restarted(node: PeerNode): Promise<string> {
  const { network } = await node.use(['network'])
  await network.peer()
  return node.address
}
