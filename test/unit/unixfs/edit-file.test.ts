import { describe, expect, it } from 'vitest'
import { parseCid } from '../../../src/codec/cid/cid.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { emptyFile } from '../../../src/unixfs/edit/edit-file.ts'
import { openFile } from '../../../src/unixfs/read/read.ts'
import { chunkedFile, rawFile, type StoredTree } from '../../requests/stored-tree.ts'
import { added, file } from './added.ts'
import { contentOf, edited } from './edited.ts'

const V0 = parseCid('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
const V1 = parseCid('bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354')

describe('editFile()', () => {
  it.each([
    ['hello world\n', 'QmVib14uvPnCP73XaCDpwugRuwfTsVbGyWbatHAmLSdZUS'],
    ['file1\n', 'QmX4eaSJz39mNhdu5ACUwTDpyA6y24HmrQNnAape6u3buS'],
    ['', 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH'],
  ])('gives a new file of %j the CID of the reference', async (content, cid) => {
    expect(`${await edited(memoryBlockstore(), emptyFile(V0), { content: [content] })}`).toBe(cid)
  })

  it.each([
    {
      form: V0,
      rawLeaves: false,
      over: 'QmQdQt9qooenjeaNhiKHF3hBvmNteB4MQBtgu3jxgf9c7i',
      cut: 'QmPVnT9gocPbqzN4G6SMp8vAPyzcjDbUJrNdKgzQquuDg4',
    },
    {
      form: V0,
      rawLeaves: true,
      over: 'QmRCgHeoKxCqK2Es6M6nPUDVWz19yNQPnsXGsXeuTkSKpN',
      cut: 'QmckstrVxJuecVD1FHUiURJiU9aPURZWJieeBVHJPACj8L',
    },
    {
      form: V1,
      rawLeaves: undefined,
      over: 'bafybeibkrazpbejqh3qun7xfnsl7yofl74o4jwhxebpmtrcpavebokuqtm',
      cut: 'bafybeigwhb3q36yrm37jv5fo2ap6r6eyohckqrxmlejrenex4xlnuxiy3e',
    },
  ])(
    'keeps borders of leaves, and an empty one of a cut, as the reference: $over',
    async ({ form, rawLeaves, over, cut }) => {
      const store = memoryBlockstore()
      const first = await edited(store, emptyFile(form), { rawLeaves, content: ['ipfs rocks\n'] })
      const second = await edited(store, first, { rawLeaves, offset: 5, content: ['is super', ' cool\n'] })
      const third = await edited(store, second, { rawLeaves, sizeBytes: 0, content: ['fish\n'] })

      expect([`${second}`, `${third}`]).toEqual([over, cut])
      expect(new TextDecoder().decode(await contentOf(store, second))).toBe('ipfs is super cool\n')
      expect(new TextDecoder().decode(await contentOf(store, third))).toBe('fish\n')
    },
  )

  it.each([
    [V0, 'QmegrUDTmQMv5JHhEaYB7n3LuWAkwc8wS43dG6Lk6XTp5o'],
    [V1, 'bafybeib3b5bbgncnazvr35lxnloarzswoptg6ccc2qcpyveak347mhnhcm'],
  ])('fills a gap with zeros in leaves of 4096 bytes, as the reference', async (form, cid) => {
    const written = await edited(memoryBlockstore(), emptyFile(form), { offset: 10_000, content: ['fish\n'] })

    expect(`${written}`).toBe(cid)
  })

  it('appends to a file that was one leaf, as the reference does', async () => {
    const { root, blockstore } = await added([file('f', 'hello')])

    const written = await edited(blockstore, parseCid(root), { offset: 5, content: [' world'] })

    expect(`${written}`).toBe('Qmd7dvb1EFbGNDTtCMSn4Ri3ao3XVL8o1ap8ocuJTtnGVb')
  })

  it('keeps the mode, and gives a file that has a time the time of the change', async () => {
    const metadata = { mode: 0o640, mtime: { seconds: 7 } }
    const { root, blockstore } = await added([file('f', 'hello', metadata)])

    const written = await edited(blockstore, parseCid(root), {
      content: ['J'],
      now: { seconds: 9, nanoseconds: 1 },
    })

    expect(await openFile(blockstore, written)).toMatchObject({
      mode: 0o640,
      mtime: { seconds: 9, nanoseconds: 1 },
    })
  })

  it('reads no more bytes than requested, and leaves the rest of the content', async () => {
    const store = memoryBlockstore()

    const written = await edited(store, emptyFile(V0), { content: ['abc', 'def', 'ghi'], maxBytes: 4 })

    expect(new TextDecoder().decode(await contentOf(store, written))).toBe('abcd')
  })

  it('refuses a gap that would take for ever', async () => {
    const written = edited(memoryBlockstore(), emptyFile(V0), {
      offset: Number.MAX_SAFE_INTEGER,
      content: ['x'],
    })

    await expect(written).rejects.toMatchObject({ code: 'too-large' })
  })

  it.each([
    ['truncates', { sizeBytes: 1 }],
    ['overwrites', { content: ['y'] }],
  ])('%s files of up to 64 levels, and refuses deeper ones', async (_, edit) => {
    const store = memoryBlockstore()
    const leaf = await rawFile('xx')
    const deepFile = async (levels: number) => {
      let tree: StoredTree = leaf
      for (let level = 0; level < levels; level += 1) tree = { ...(await chunkedFile([tree])), sizeBytes: 2 }
      await store.putMany(tree.blocks)
      return parseCid(`${tree.cid}`)
    }

    await expect(edited(store, await deepFile(64), edit)).resolves.toBeDefined()
    await expect(edited(store, await deepFile(65), edit)).rejects.toMatchObject({ code: 'corrupt' })
  })

  it.each([
    ['truncates', { sizeBytes: 1 }],
    ['overwrites', { content: ['y'] }],
  ])('%s no file whose pieces are of other sizes: 2^40 of them could have no bytes', async (_, edit) => {
    const store = memoryBlockstore()
    let tree = await chunkedFile([])
    for (let level = 0; level < 40; level += 1) {
      const below = { ...tree, sizeBytes: 1, blocks: [] }
      const above = await chunkedFile([below, below])
      tree = { ...above, blocks: [...above.blocks, ...tree.blocks] }
    }
    await store.putMany(tree.blocks)

    await expect(edited(store, parseCid(`${tree.cid}`), edit)).rejects.toMatchObject({ code: 'corrupt' })
  })
})
