import { expect, it } from 'vitest'
import { tokenPolicy } from '../../../src/access/policy.ts'
import { calledCalendar } from './called-calendar.ts'

/** More than a function can have arguments: with 984 KiB of stack, 125,000. */
const MANY = 130_000

const LARGE = new TextEncoder().encode(`{"venue":"Hall","description":"${'x'.repeat(1024 * 1024)}"}`)

it('bodies without credentials are read 6 at a time, and hold up nobody else', async () => {
  const { node, call } = await calledCalendar({ policy: tokenPolicy(new Map()) })
  const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>()
  const post = (as: 'admin' | 'nobody', body: ReadableStream<Uint8Array>) =>
    call({ as, method: 'POST', path: '/venues', body })
  const now = (name: 'waiting-bodies' | 'large-bodies') => node.activity.readings()[name].now
  const stalled = Array.from({ length: 10 }, () => post('nobody', halves(goOn)))
  await expect.poll(() => now('waiting-bodies')).toBe(4)
  expect(now('large-bodies')).toBe(6)

  const { status } = await post('admin', halves(Promise.resolve()))
  letGo()

  expect(status).toBe(201)
  for (const answer of await Promise.all(stalled)) expect(answer.status).toBe(401)
  expect(now('large-bodies')).toBe(0)
})

it('a search that names terms and organizers more than a hundred thousand times is answered', async () => {
  const { call, create } = await calledCalendar()
  const tag = await create('tags', { name: 'Tide' })
  const organizer = await create('organizers', { organizer: 'Ann' })
  const day = { start_date: '2027-05-01', end_date: '2027-05-01' }
  await create('events', { title: 'Walk', ...day, tags: [tag], organizer })
  const found = async (filter: object) => {
    const body = JSON.stringify({ start_date: '2027-01-01', ...filter })
    const { status, text } = await call({ as: 'nobody', method: 'POST', path: '/events?_method=GET', body })
    return [status, JSON.parse(text).total]
  }

  expect(await found({ tags: new Array(MANY).fill('tide') })).toEqual([200, 1])
  expect(await found({ organizer: new Array(MANY).fill(organizer) })).toEqual([200, 1])
})

it.each([
  ['/events', 'organizer'],
  ['/events', 'venue'],
  ['/events', 'include'],
  ['/events', 'tags'],
  ['/categories', 'include'],
  ['/tags', 'exclude'],
])('%s with over ten thousand different entries of %s is refused unchecked', async (path, name) => {
  const { call } = await calledCalendar()
  const search = async (entries: readonly unknown[]) => {
    const body = JSON.stringify({ [name]: entries })
    const { status, text } = await call({ as: 'nobody', method: 'POST', path: `${path}?_method=GET`, body })
    return [status, JSON.parse(text).data?.params[name]]
  }
  const numbers = Array.from({ length: 10_001 }, (_, index) => 1000 + index)

  expect(await search(numbers)).toEqual([400, 'Has over 10000 different entries.'])
  expect(await search(new Array(10_001).fill('none'))).toEqual([400, 'Invalid parameter.'])
})

/** The first half of a large body, and the second when it may come. */
function halves(untilSecond: Promise<void>): ReadableStream<Uint8Array> {
  const half = LARGE.byteLength / 2
  const pieces = [LARGE.slice(0, half), LARGE.slice(half)]
  return new ReadableStream({
    async pull(controller) {
      const piece = pieces.shift()
      if (!piece) return controller.close()
      if (pieces.length === 0) await untilSecond
      controller.enqueue(piece)
    },
  })
}
