import { describe, expect, it, onTestFinished } from 'vitest'
import type { PeerProcess } from '../../../src/ports/peer-process.ts'
import { answerCalls } from '../../../web/host/network/answer-calls.ts'
import { callLeader } from '../../../web/host/network/call-leader.ts'
import { channelLink } from '../../../web/host/network/link.ts'
import type { CallerMessage, LeaderMessage } from '../../../web/host/network/messages.ts'
import { rawBlock } from '../../contracts/blocks.ts'

const PERIOD_MS = 50

describe('a leader that is stopped', () => {
  it('fails the calls under way, and those that begin, until it answers again', async () => {
    const { leader, stop, goOn } = linked({ fetch: () => new Promise(() => undefined) })
    const { cid } = await rawBlock(Uint8Array.of(1))
    const waiting = leader.fetch(new Request('http://node.example/api/v0/swarm/peers', { method: 'POST' }))
    stop()

    await expect(waiting).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('does not answer'),
    })
    await expect(leader.fetchBlock(cid)).rejects.toMatchObject({ code: 'unavailable' })
    goOn()
    await expect.poll(() => leader.fetchBlock(cid).catch(() => 'silent')).toBe(true)
  })

  it('is not taken for one that works on a call for a long time', async () => {
    const { leader } = linked({
      async fetch() {
        await new Promise((resolve) => setTimeout(resolve, 8 * PERIOD_MS))
        return new Response('done')
      },
    })

    const response = await leader.fetch(new Request('http://node.example/', { method: 'POST' }))

    expect(await response.text()).toBe('done')
  })
})

/** A caller and a leader over one channel, whose messages to the leader can be held back. */
function linked({ fetch }: Pick<PeerProcess, 'fetch'>) {
  const { port1: caller, port2: leader } = new MessageChannel()
  const ended = new AbortController()
  onTestFinished(() => {
    ended.abort()
    caller.close()
  })
  let isStopped = false
  const held: unknown[] = []
  const callerSide = {
    postMessage(message: unknown) {
      if (isStopped) held.push(message)
      else caller.postMessage(message)
    },
    get onmessage() {
      return caller.onmessage
    },
    set onmessage(listener) {
      caller.onmessage = listener
    },
  }
  answerCalls(channelLink<LeaderMessage, CallerMessage>(leader, ended.signal), {
    fetch,
    fetchBlock: async () => true,
  })
  return {
    leader: callLeader(channelLink<CallerMessage, LeaderMessage>(callerSide, ended.signal), {
      periodMs: PERIOD_MS,
    }),
    stop() {
      isStopped = true
    },
    goOn() {
      isStopped = false
      for (const message of held.splice(0)) caller.postMessage(message)
    },
  }
}
