import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'
import { chunkedFile, rawFile, storeBlocks } from '../requests/stored-tree.ts'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

/** What a CID is before, and what may be done to it. `below`: a node above it is pinned recursively. */
const BEFORE = {
  'not pinned': [],
  direct: ['direct'],
  recursive: ['recursive'],
  below: ['below'],
  'below and direct': ['below', 'direct'],
  'below and recursive': ['below', 'recursive'],
} as const

type State = keyof typeof BEFORE

const NOT_PINNED = 'not pinned or pinned indirectly'
const RECURSIVELY = 'pin: <cid> already pinned recursively'
const IS_RECURSIVE = '<cid> is pinned recursively'

/** The state after, or the text of the refusal. */
const AFTER: readonly (readonly [State, string, State | { readonly refused: string }])[] = [
  ['not pinned', 'pin/add?recursive=true', 'recursive'],
  ['not pinned', 'pin/add?recursive=false', 'direct'],
  ['not pinned', 'pin/rm?recursive=true', { refused: NOT_PINNED }],
  ['not pinned', 'pin/rm?recursive=false', { refused: NOT_PINNED }],
  ['direct', 'pin/add?recursive=true', 'recursive'],
  ['direct', 'pin/add?recursive=false', 'direct'],
  ['direct', 'pin/rm?recursive=true', 'not pinned'],
  ['direct', 'pin/rm?recursive=false', 'not pinned'],
  ['recursive', 'pin/add?recursive=true', 'recursive'],
  ['recursive', 'pin/add?recursive=false', { refused: RECURSIVELY }],
  ['recursive', 'pin/rm?recursive=true', 'not pinned'],
  ['recursive', 'pin/rm?recursive=false', { refused: IS_RECURSIVE }],
  ['below', 'pin/add?recursive=true', 'below and recursive'],
  ['below', 'pin/add?recursive=false', 'below and direct'],
  ['below', 'pin/rm?recursive=true', { refused: NOT_PINNED }],
  ['below', 'pin/rm?recursive=false', { refused: NOT_PINNED }],
  ['below and direct', 'pin/add?recursive=true', 'below and recursive'],
  ['below and direct', 'pin/add?recursive=false', 'below and direct'],
  ['below and direct', 'pin/rm?recursive=true', 'below'],
  ['below and direct', 'pin/rm?recursive=false', 'below'],
  ['below and recursive', 'pin/add?recursive=true', 'below and recursive'],
  ['below and recursive', 'pin/add?recursive=false', { refused: RECURSIVELY }],
  ['below and recursive', 'pin/rm?recursive=true', 'below'],
  ['below and recursive', 'pin/rm?recursive=false', { refused: IS_RECURSIVE }],
]

/** A file in that state, and the node above it. */
async function given(state: State, name: string) {
  const tree = await chunkedFile([await rawFile(name)])
  const above = await chunkedFile([tree])
  await storeBlocks(send, above.blocks)
  const steps = {
    direct: `pin/add?arg=${tree.cid}&recursive=false`,
    recursive: `pin/add?arg=${tree.cid}`,
    below: `pin/add?arg=${above.cid}`,
  }
  for (const step of BEFORE[state]) await post(steps[step])
  return { cid: `${tree.cid}`, above: `${above.cid}` }
}

/** Which types `pin/ls` finds it under, each asked for alone, and the one that it tells when none is. */
async function seen(cid: string) {
  const typeOf = async (query: string) => {
    const response = await post(`pin/ls?arg=${cid}${query}`)
    return response.status === 200
      ? ((await response.json()) as { Keys: Record<string, { Type: string }> }).Keys[cid]?.Type
      : undefined
  }
  return {
    direct: await typeOf('&type=direct'),
    recursive: await typeOf('&type=recursive'),
    indirect: await typeOf('&type=indirect'),
    any: await typeOf(''),
    removal: ((await (await post(`block/rm?arg=${cid}`)).json()) as { Error?: string }).Error,
  }
}

function expected(state: State, above: string) {
  const has = (step: 'direct' | 'recursive' | 'below') => (BEFORE[state] as readonly string[]).includes(step)
  const own = has('recursive') ? 'recursive' : has('direct') ? 'direct' : undefined
  // A CID that is pinned recursively is not indirect, as in the reference.
  const indirect = has('below') && own !== 'recursive' ? `indirect through ${above}` : undefined
  const removal = own ? `pinned: ${own}` : has('below') ? `pinned via ${above}` : undefined
  return {
    direct: own === 'direct' ? own : undefined,
    recursive: own === 'recursive' ? own : undefined,
    indirect,
    any: own ?? indirect,
    removal,
  }
}

describe('the kinds of pins', () => {
  // The rows of pins are the core's: the other hosts have one of each act, and half of the updates.
  it.each(sampleOnHosts(AFTER, 5))('%s, %s: %j', async (before, act, after) => {
    const { cid, above } = await given(before, `${before} ${act}`)

    const response = await post(`${act}&arg=${cid}`)

    if (typeof after === 'string') {
      expect(await response.json()).toEqual({ Pins: [cid] })
    } else {
      expect(response.status).toBe(500)
      expect(await response.json()).toMatchObject({ Message: after.refused.replace('<cid>', cid) })
    }
    expect(await seen(cid)).toEqual(expected(typeof after === 'string' ? after : before, above))
  })

  it.each(sampleOnHosts(Object.keys(BEFORE) as State[], 2))('pin/update from what is %s', async (before) => {
    const { cid, above } = await given(before, `update from ${before}`)
    const to = await given('not pinned', `update from ${before} to`)

    const response = await post(`pin/update?arg=${cid}&arg=${to.cid}`)

    if ((BEFORE[before] as readonly string[]).includes('recursive')) {
      expect(response.status).toBe(200)
      expect(await seen(cid)).toEqual(expected(before === 'recursive' ? 'not pinned' : 'below', above))
      expect(await seen(to.cid)).toEqual(expected('recursive', to.above))
    } else {
      expect(await response.json()).toMatchObject({
        Message: "'from' cid was not recursively pinned already",
      })
      expect(await seen(cid)).toEqual(expected(before, above))
    }
  })

  it.each(sampleOnHosts(Object.keys(BEFORE) as State[], 2))('pin/update to what is %s', async (before) => {
    const from = await given('recursive', `update to ${before} from`)
    const { cid, above } = await given(before, `update to ${before}`)

    const response = await post(`pin/update?arg=${from.cid}&arg=${cid}`)

    if ((BEFORE[before] as readonly string[]).includes('recursive')) {
      expect(await response.json()).toMatchObject({ Message: "'to' cid was already recursively pinned" })
      expect(await seen(from.cid)).toEqual(expected('recursive', from.above))
    } else {
      expect(response.status).toBe(200)
      expect(await seen(from.cid)).toEqual(expected('not pinned', from.above))
    }
    const isBelow = (BEFORE[before] as readonly string[]).includes('below')
    expect(await seen(cid)).toEqual(expected(isBelow ? 'below and recursive' : 'recursive', above))
  })
})
