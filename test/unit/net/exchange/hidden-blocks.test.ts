import { describe, expect, it, vi } from 'vitest'
import type { CalendarDraft } from '../../../../src/calendar/model/calendar.ts'
import { type CID, parseCid } from '../../../../src/codec/cid/cid.ts'
import { eventRecord } from '../../calendar/records.ts'
import { type PeerNode, peerNode } from '../memory-peers.ts'
import { foreignPeer } from './foreign-peer.ts'
import { add, bytesOf, content } from './node-content.ts'

async function createEvent({ use }: PeerNode, title: string, status: 'draft' | 'publish'): Promise<void> {
  const { calendar } = await use(['calendar'])
  const create = async (draft: CalendarDraft) => draft.create('events', eventRecord({ title, status }))
  await calendar.write(create, { author: 'editor' })
}

/** The held blocks that contain a text. */
async function blocksWith(node: PeerNode, text: string): Promise<readonly CID[]> {
  const lines = (await node.call('refs/local')).trim().split('\n')
  const found: CID[] = []
  for (const line of lines) {
    const { Ref } = JSON.parse(line) as { readonly Ref: string }
    if (Buffer.from(await bytesOf(node, `block/get?arg=${Ref}`)).includes(text)) found.push(parseCid(Ref))
  }
  return found
}

describe('blocks of drafts', () => {
  it('are denied to a peer that asks for them, and those of public events are not', async () => {
    const node = await peerNode()
    await createEvent(node, 'secret rehearsal', 'draft')
    await createEvent(node, 'open concert', 'publish')
    const [drafts, open] = [
      await blocksWith(node, 'secret rehearsal'),
      await blocksWith(node, 'open concert'),
    ]
    const file = parseCid(await add(node, content(100, 41)))
    const peer = await foreignPeer(node)
    const ask = (kind: 'have' | 'block', cids: readonly CID[]) => {
      const wants = cids.map((cid) => ({ cid, priority: 1, kind, sendDontHave: true, isCancel: false }))
      return peer.send({ wants })
    }
    expect([drafts.length, open.length]).toEqual([expect.any(Number), expect.any(Number)])
    expect(Math.min(drafts.length, open.length)).toBeGreaterThan(0)

    await ask('have', drafts)
    await ask('block', [...drafts, ...open, file])

    const answers = () => peer.received.flatMap(({ presences }) => presences)
    const sent = () => peer.received.flatMap(({ blocks }) => blocks.map(({ data }) => Buffer.from(data)))
    await vi.waitFor(() => expect(sent()).toHaveLength(open.length + 1))
    await vi.waitFor(() => expect(answers().length).toBeGreaterThanOrEqual(drafts.length))
    expect(answers().filter(({ isHeld }) => isHeld)).toEqual([])
    expect(new Set(answers().map(({ cid }) => `${cid}`))).toEqual(new Set(drafts.map((cid) => `${cid}`)))
    expect(sent().some((data) => data.includes('secret rehearsal'))).toBe(false)
  })
})
