import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { rawBlock } from '../../contracts/blocks.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

const TEXT = new TextEncoder()

describe('GET /ipfs/<cid> of a corrupt block', () => {
  it.each(['', '?format=raw', '?format=car', '?format=tar'])(
    'answers 500 for "%s", not to be kept',
    async (query) => {
      const ports = memoryPorts()
      const app = createApp(await memoryNode(ports), loopbackPolicy())
      const { cid } = await rawBlock(TEXT.encode('hello world'))
      await ports.blockstore.put(cid, TEXT.encode('hellO world'))

      const response = await app.request(`http://127.0.0.1/ipfs/${cid}${query}`)

      expect(response.status).toBe(500)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(await response.text()).not.toContain('hellO')
    },
  )
})
