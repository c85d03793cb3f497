import { eventRecord } from '../calendar/records.ts'
import { type Edge, edge } from './cheating-edge.ts'

export const AUTHOR = { author: 'ann' }

/** A calendar of so many commits, the later of which change what the earlier made. */
export async function calendarOf(commits: number): Promise<Edge> {
  const node = await edge()
  for (let at = 0; at < commits; at += 1) {
    await node.calendar.write(async (draft) => {
      const [first] = at % 3 === 2 ? await draft.read('events', [4]) : []
      if (first) draft.replace('events', 4, { ...first.record, title: `Changed ${at}` })
      else draft.create('events', eventRecord({ title: `Event ${at}`, slug: `event-${at}` }))
    }, AUTHOR)
  }
  return node
}

/** The same, all of it in the ledger. */
export async function anchored(commits: number): Promise<Edge> {
  const node = await calendarOf(commits)
  await node.sequencer.anchor({ isUrgent: true })
  return node
}
