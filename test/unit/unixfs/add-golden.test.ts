import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { loadBlock } from '../../../src/blocks/load-block.ts'
import { parseCid } from '../../../src/codec/cid/cid.ts'
import { openFile } from '../../../src/unixfs/read/read.ts'
import { GOLDEN_CASES, goldenOptions } from '../../requests/golden-case.ts'
import { added } from './added.ts'
import { large, served, sourceOfCase } from './golden-source.ts'

describe('addContent() against the golden data', () => {
  it('has 219 of 231 cases to hold to, the others with their reasons', () => {
    expect(GOLDEN_CASES).toHaveLength(231)
    expect(served).toHaveLength(219)
    expect(large).toHaveLength(2)
  })

  it.each(served.filter((one) => !large.includes(one)).map((one) => [one.id, one] as const))(
    'gives the CIDs of %s',
    async (_id, one) => {
      const result = await added(sourceOfCase(one), goldenOptions(one))
      const { root, events, blockstore } = result
      const { entries } = one.expect
      const cids = entries ? result.cids : {}

      expect(root).toBe(one.expect.root)
      if (one.expect.cumulativeSize !== undefined) {
        expect(events.at(-1)).toMatchObject({ size: one.expect.cumulativeSize })
      }
      for (const entry of entries ?? []) {
        const [path, cid] = 'path' in entry ? [entry.path, entry.cid] : entry
        expect([path, cids[path]]).toEqual([path, cid])
      }
      if (one.expect.blockHex !== undefined) {
        const bytes = await loadBlock(blockstore, parseCid(root), {})
        expect(bytes.reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '')).toBe(
          one.expect.blockHex,
        )
      }
      if (one.expect.contentSha256 !== undefined) {
        const opened = await openFile(blockstore, parseCid(root))
        const hash = createHash('sha256')
        for await (const bytes of opened.content) hash.update(bytes)
        expect(hash.digest('hex')).toBe(one.expect.contentSha256)
        expect(opened.sizeBytes).toBe(one.expect.fileSize)
      }
    },
  )
})
