import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import type { SweepReport } from '../../../src/ports/blockstore.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

/** What `repo/fsck` answers over a store whose sweep reports this. */
async function fsck(report: SweepReport, query = ''): Promise<string> {
  const ports = memoryPorts()
  const blockstore = { ...ports.blockstore, sweep: async () => report }
  const app = createApp(await memoryNode({ ...ports, blockstore }), loopbackPolicy())
  const response = await app.fetch(
    new Request(`http://localhost/api/v0/repo/fsck${query}`, { method: 'POST' }),
  )
  return response.text()
}

describe('repo/fsck', () => {
  it('says what it removed, indexed again and could not read, in the one message that clients know', async () => {
    const report = { removedBlocks: 12, indexedBlocks: 3, unreadable: ['pack 7: damaged', 'pack 8: cut'] }
    const message =
      'repo fsck: removed 12 orphaned blocks\nrepo fsck: indexed 3 lost blocks again\n' +
      'repo fsck: cannot read pack 7: damaged\nrepo fsck: cannot read pack 8: cut\n'

    expect(JSON.parse(await fsck(report))).toEqual({ Message: message })
    expect(await fsck(report, '?encoding=text')).toBe(message)
  })

  it('says so when there was nothing to do', async () => {
    const report = { removedBlocks: 0, indexedBlocks: 0, unreadable: [] }

    expect(await fsck(report, '?encoding=text')).toBe(
      'repo fsck: removed 0 orphaned blocks\nrepo fsck: indexed 0 lost blocks again\n',
    )
  })
})
