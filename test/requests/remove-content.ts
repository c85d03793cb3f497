import { host, send } from '#host'
import { lines } from './add.ts'

const PER_REQUEST = 50

/**
 * Unpins a root and removes its blocks. For content so large that suites which read the whole store, as
 * `repo/verify` does, would take long after it. Only edge has one node for the whole run.
 */
export async function removeContent(root: string): Promise<void> {
  if (host !== 'edge') return
  const post = async (path: string): Promise<string> => {
    const response = await send(`/api/v0/${path}`, { method: 'POST' })
    const answer = await response.text()
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${answer}`)
    return answer
  }
  const below = lines<{ Ref: string }>(await post(`refs?arg=${root}&recursive=true&unique=true`))
  await post(`pin/rm?arg=${root}`)
  const cids = [root, ...below.map(({ Ref }) => Ref)]
  for (let at = 0; at < cids.length; at += PER_REQUEST) {
    const given = cids.slice(at, at + PER_REQUEST).map((cid) => `arg=${cid}`)
    await post(`block/rm?${given.join('&')}`)
  }
}
