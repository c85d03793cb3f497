import { call } from './call.ts'
import { type Kept, recalled } from './kept-names.ts'

/** Every root pinned in this browser, the last added first, then those that the page has no name for. */
export async function pinned(): Promise<Kept[]> {
  const cids = await call('pin/ls?type=recursive', {}, async (response) => {
    const reply: { readonly Keys?: Readonly<Record<string, unknown>> } = await response.json()
    return Object.keys(reply.Keys ?? {})
  })
  const names = recalled()
  const order = [...names.keys()]
  return cids.toSorted((a, b) => order.indexOf(b) - order.indexOf(a)).map((cid) => names.get(cid) ?? { cid })
}
