import { expect, onTestFinished, vi } from 'vitest'
import type { PeerNode } from '../memory-peers.ts'

export interface Line {
  readonly from?: string
  readonly data?: string
  readonly seqno?: string
  readonly topicIDs?: readonly string[]
}

/** An open `/pubsub/sub`, which ends with the test. */
export interface Subscription {
  readonly response: Response
  /** The next message. */
  next(): Promise<Line>
  /** Leaves, as a client does that disconnects. */
  leave(): void
}

/** Subscribes to a topic, as clients write it. */
export async function subscribed(node: PeerNode, topic: string, query = ''): Promise<Subscription> {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await node.send(`/api/v0/pubsub/sub?arg=${topic}${query}`, {
    method: 'POST',
    signal: leaving.signal,
  })
  expect(response.status).toBe(200)
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader()
  const decoder = new TextDecoder()
  let text = ''
  return {
    response,
    leave: () => leaving.abort(),
    async next() {
      for (;;) {
        const end = text.indexOf('\n')
        if (end >= 0) {
          const line = text.slice(0, end)
          text = text.slice(end + 1)
          if (line !== '') return JSON.parse(line) as Line
          continue
        }
        const { done, value } = await reader.read()
        if (done) throw new RangeError('The subscription has ended')
        text += decoder.decode(value, { stream: true })
      }
    },
  }
}

/** Waits until a node knows this many subscribers of a topic. */
export async function waitForPeers(node: PeerNode, topic: string, count = 1): Promise<void> {
  await vi.waitFor(async () => {
    const { Strings } = JSON.parse(await node.call(`pubsub/peers?arg=${topic}`)) as { Strings: string[] }
    expect(Strings).toHaveLength(count)
  }, 5000)
}
