import { describe, expect, it } from 'vitest'
import { type Contributions, compose } from '../../../src/node/compose.ts'
import { type AnyPart, definePart, lazyParts } from '../../../src/parts/define-part.ts'
import type { DueWork } from '../../../src/schedule/keep-due.ts'

/** A part whose value says what it was made of. */
function part(name: string, ...needs: readonly string[]): AnyPart {
  return definePart({
    name,
    needs: Object.fromEntries(needs.map((need) => [need, 'required' as const])),
    create: (values: Record<string, string>) => `${name}(${Object.values(values).join(',')})`,
  })
}

async function refusal(attempt: () => unknown): Promise<unknown> {
  return Promise.resolve()
    .then(attempt)
    .then(
      () => undefined,
      ({ code, message }: { readonly code: string; readonly message: string }) => ({ code, message }),
    )
}

describe('compose()', () => {
  it('creates each part after the parts that it needs, whatever their order in the list', async () => {
    const order: string[] = []
    const told = (made: AnyPart): AnyPart => ({
      ...made,
      create: (needs) => {
        order.push(made.name)
        return made.create(needs)
      },
    })
    const parts = [part('c', 'a', 'b'), part('b', 'a'), part('d'), part('a', 'clock')].map(told)

    const { values } = await compose(parts, { host: { clock: 'clock' } })

    expect(order).toEqual(['a', 'b', 'c', 'd'])
    expect(values.get('c')).toBe('c(a(clock),b(a(clock)))')
  })

  it('gives a part exactly what it names, without what the host has not got', async () => {
    let seen: object = {}
    const curious = definePart({
      name: 'curious',
      needs: { clock: 'required', space: 'optional' },
      create: (needs: { readonly clock: string; readonly space?: string }) => {
        seen = needs
      },
    })

    await compose([curious], { host: { clock: 'clock', random: 'random', space: undefined } })

    expect(seen).toStrictEqual({ clock: 'clock' })
  })

  it('refuses parts that need one another in a circle, and names them', async () => {
    const parts = [part('a', 'b'), part('b', 'c'), part('c', 'b')]

    expect(await refusal(() => compose(parts, { host: {} }))).toEqual({
      code: 'failed-precondition',
      message: 'Cannot create part "b": parts need one another in a circle: "b" needs "c" needs "b"',
    })
  })

  it('refuses a need that nothing provides', async () => {
    expect(await refusal(() => compose([part('a', 'clock')], { host: {} }))).toEqual({
      code: 'failed-precondition',
      message: 'Cannot create part "a": no port or part provides "clock"',
    })
  })

  it('refuses two parts of one name, and one with the name of a port', async () => {
    for (const parts of [[part('a'), part('a')], [part('clock')]]) {
      expect(await refusal(() => compose(parts, { host: { clock: 'clock' } }))).toMatchObject({
        code: 'failed-precondition',
      })
    }
  })

  it('collects roots, keeps and hides by the names of the parts, in the order of the list', async () => {
    const roots = async function* () {}
    const keeps = async () => true
    const hides = () => false
    const parts = [
      { ...part('calendar', 'pins'), roots: () => roots, keeps: () => keeps, hides: () => hides },
      part('pins'),
      { ...part('ledger'), roots: () => roots },
    ]
    let contributions: Pick<Contributions, 'roots' | 'keeps' | 'hides'> | undefined
    const reader = definePart({
      name: 'repo',
      needs: { contributions: 'required' },
      create: (needs: { readonly contributions: NonNullable<typeof contributions> }) => {
        contributions = needs.contributions
      },
    })

    await compose([reader, ...parts], { host: {} })

    expect(Object.keys((await contributions?.roots()) ?? {})).toEqual(['calendar', 'ledger'])
    expect(await contributions?.keeps()).toEqual({ calendar: keeps })
    expect(await contributions?.hides()).toEqual({ calendar: hides })
  })

  it('tells of the work of parts once all of them are created', async () => {
    const work: DueWork = { name: 'work', run: async () => {}, nextMs: async () => undefined, onChange() {} }
    const told: string[] = []
    const parts = [
      { ...part('a'), due: () => work },
      { ...part('b'), create: () => told.push('b is created') },
    ]

    await compose(parts, { host: {}, onDue: ({ name }) => told.push(name) })

    expect(told).toEqual(['b is created', 'work'])
  })
})

describe('compose(), with lazy parts', () => {
  it('loads them at the first use of one of them, once, and creates them by their needs', async () => {
    let loads = 0
    const lazy = lazyParts({
      lazy: ['b', 'a'],
      load: async () => {
        loads += 1
        return [part('b', 'a'), part('a', 'clock')]
      },
    })
    const { use, values } = await compose([lazy], { host: { clock: 'clock' } })

    expect(values.has('a')).toBe(false)
    expect(await Promise.all([use(['b']), use(['a', 'clock'])])).toEqual([
      { b: 'b(a(clock))' },
      { a: 'a(clock)', clock: 'clock' },
    ])
    expect(use(['b'])).toEqual({ b: 'b(a(clock))' })
    expect(loads).toBe(1)
  })

  it('answers that a load failed, and tries again at the next use', async () => {
    let isOffline = true
    const load = async () => {
      if (isOffline) throw new TypeError('Failed to fetch dynamically imported module')
      return [part('a')]
    }
    const { use } = await compose([lazyParts({ lazy: ['a'], load })], { host: {} })

    expect(await refusal(() => use(['a']))).toMatchObject({ code: 'unavailable' })
    isOffline = false
    expect(await use(['a'])).toEqual({ a: 'a()' })
  })

  it('creates all of them anew when one could not be created', async () => {
    let isFull = true
    const fails = {
      ...part('b', 'a'),
      create: () => {
        if (isFull) throw new Error('no space')
        return 'b'
      },
    }
    const load = async () => [part('a'), fails]
    const { use, values } = await compose([lazyParts({ lazy: ['a', 'b'], load })], { host: {} })

    expect(await refusal(() => use(['a']))).toMatchObject({ message: 'no space' })
    expect(values.has('a')).toBe(false)
    isFull = false
    expect(await use(['a', 'b'])).toEqual({ a: 'a()', b: 'b' })
  })

  it('loads them to collect the roots of all parts', async () => {
    const roots = async function* () {}
    const load = async () => [{ ...part('calendar'), roots: () => roots }]
    const { values } = await compose([lazyParts({ lazy: ['calendar'], load })], { host: {} })
    const contributions = values.get('contributions') as { roots(): Promise<object> }

    expect(await contributions.roots()).toEqual({ calendar: roots })
  })

  it('loads them to decide whether a block is hidden only for bytes that they may hide', async () => {
    let loads = 0
    const calendar = { ...part('calendar'), hides: () => (bytes: Uint8Array) => bytes[1] === 7 }
    const load = async () => {
      loads += 1
      return [calendar, part('ledger')]
    }
    const mayHide = { calendar: (bytes: Uint8Array) => bytes[0] === 1 }
    const { values } = await compose([lazyParts({ lazy: ['calendar', 'ledger'], mayHide, load })], {
      host: {},
    })
    const contributions = values.get('contributions') as Contributions
    const hides = await contributions.hides()

    expect(Object.keys(hides)).toEqual(['calendar'])
    expect(await hides['calendar']?.(new Uint8Array([2, 7]))).toBe(false)
    expect(loads).toBe(0)
    expect(await hides['calendar']?.(new Uint8Array([1, 7]))).toBe(true)
    expect(await hides['calendar']?.(new Uint8Array([1, 8]))).toBe(false)
    expect(loads).toBe(1)
  })

  it('refuses one that hides blocks when its group does not say which', async () => {
    const load = async () => [{ ...part('calendar'), hides: () => () => true }]
    const { use } = await compose([lazyParts({ lazy: ['calendar'], load })], { host: {} })

    expect(await refusal(() => use(['calendar']))).toEqual({
      code: 'failed-precondition',
      message: 'Cannot create part "calendar": it hides blocks, and its group does not say which it may hide',
    })
  })

  it('refuses a part that needs one of them', async () => {
    const parts = [part('b', 'a'), lazyParts({ lazy: ['a'], load: async () => [part('a')] })]

    expect(await refusal(() => compose(parts, { host: {} }))).toEqual({
      code: 'failed-precondition',
      message: 'Cannot create part "b": its need "a" is a lazy part, loaded later',
    })
  })

  it('refuses what the host does not carry', async () => {
    const { use } = await compose([], { host: {} })

    expect(await refusal(() => use(['ledger']))).toEqual({
      code: 'unsupported',
      message: 'Cannot use "ledger": this host does not carry it',
    })
  })
})
