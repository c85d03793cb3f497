import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import { createNode, type Importing } from '../../src/node/create.ts'
import { WHOLE_NODE } from '../../src/node/whole-node.ts'
import { file, form } from '../requests/form.ts'
import { memoryPorts } from './memory-ports.ts'

async function added(importing: Importing, query: string): Promise<string> {
  const node = await createNode(memoryPorts(), {
    parts: WHOLE_NODE,
    repoPath: 'memory',
    system: 'memory/node',
    importing,
  })
  const app = createApp(node, loopbackPolicy())
  const files = Array.from({ length: 2000 }, (_, at) => file(`testdata/file${at + 1}`, `${at + 1}\n`))
  const response = await app.request(`http://127.0.0.1/api/v0/add?${query}`, form(...files))
  const last = (await response.text()).trimEnd().split('\n').at(-1) ?? ''
  return JSON.parse(last).Hash
}

describe('createNode(), how content is made where a call does not say', () => {
  it('shards every directory where the owner wants it', async () => {
    expect(await added({ alwaysShard: true }, '')).toBe('QmSCJD1KYLhVVHqBK3YyXuoEqHt7vggyJhzoFYbT8v1XYL')
    expect(await added({}, '')).toBe('QmavrTrQG4VhoJmantURAYuw3bowq3E2WcvP36NRQDAC1N')
  })

  it('follows the owner’s profile, and a call before it', async () => {
    const today = await added({ profile: 'unixfs-v1-2025' }, '')

    expect(today).toMatch(/^bafybei/)
    expect(await added({}, 'profile=unixfs-v1-2025')).toBe(today)
    expect(await added({ profile: 'unixfs-v1-2025' }, 'profile=unixfs-v0-2015')).toBe(
      'QmavrTrQG4VhoJmantURAYuw3bowq3E2WcvP36NRQDAC1N',
    )
  })
})
