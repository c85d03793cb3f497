import { call } from '../call.ts'
import { type Kept, recalled } from './kept-names.ts'

/** Every root pinned in this browser, the last added first, then those that the page has no name for. */
export async function pinned(): Promise<Kept[]> {
  const reply = await call('pin/ls', { options: { type: 'recursive' } })
  const cids = 'Keys' in reply ? Object.keys(reply.Keys) : []
  const names = recalled()
  const order = [...names.keys()]
  return cids.toSorted((a, b) => order.indexOf(b) - order.indexOf(a)).map((cid) => names.get(cid) ?? { cid })
}
