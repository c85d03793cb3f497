import { expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { rawBlock } from '../../contracts/blocks.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

const TEXT = new TextEncoder()

it('block/rm removes a corrupt block that nothing keeps, and those after it', async () => {
  const ports = memoryPorts()
  const node = await memoryNode(ports)
  const app = createApp(node, loopbackPolicy())
  const [corrupt, good] = await Promise.all(['corrupt', 'good'].map((text) => rawBlock(TEXT.encode(text))))
  if (!corrupt || !good) throw new Error('there are two')
  await ports.blockstore.put(corrupt.cid, TEXT.encode('cOrrupt'))
  await ports.blockstore.put(good.cid, good.bytes)
  const cids = [corrupt, good].map(({ cid }) => `arg=${cid}`)
  const init = { method: 'POST' }
  const read = await app.request(`http://127.0.0.1/api/v0/block/get?${cids[0]}`, init)

  const response = await app.request(`http://127.0.0.1/api/v0/block/rm?${cids.join('&')}`, init)

  expect([read.status, response.status]).toEqual([500, 200])
  const lines = (await response.text()).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([{ Hash: `${corrupt.cid}` }, { Hash: `${good.cid}` }])
  expect(await ports.blockstore.has(corrupt.cid)).toBe(false)
})
