import { describe, expect, it } from 'vitest'
import { added, file } from './added.ts'

describe('addContent(), files', () => {
  it.each([
    ['', {}, 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH'],
    ['', { cidVersion: 1 }, 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
    ['Hello Worlds!\n', {}, 'QmVr26fY1tKyspEJBniVhqxQeEjhF78XerGiqWAwraVLQH'],
    ['IPFS\n', {}, 'QmdFyxZXsFiP4csgfM5uPu99AvFiKH62CSPDw5TP92nr7w'],
    ['Helloo Worlds!\n', {}, 'Qmf35k66MZNW2GijohUmXQEWKZU4cCGTCwK6idfnt152wJ'],
    ['Hello Venus!\n', {}, 'QmU5kp3BH3B8tnWUU2Pikdb2maksBNkb92FHRr56hyghh4'],
    ['Hello Jupiter!\n', {}, 'QmUnvPcBctVTAcJpigv6KMqDvmDewksPWrNVoy1E1WP5fh'],
    ['Hello Neptune!\nHello Pluton!', {}, 'QmZDhWpi8NvKrekaYYhxKCdNVGWsFFe1CREnAjP1QbPaB3'],
    ['World\n', {}, 'Qma9CyFdG5ffrZCcYSin2uAETygB25cswVwEYYzwfQuhTe'],
    ['Hello Mars', {}, 'QmWkHFpYBZ9mpPRreRbMhhYWXfUhBAue3JkbbpFqwowSRb'],
    ['hello, world!', {}, 'QmQy2Dw4Wk7rdJKjThjYXzfFJNaRKRHhHP5gHHXroJMYxk'],
    ['hello, world!', { cidVersion: 1 }, 'bafkreidi4zlleupgp2bvrpxyja5lbvi4mym7hz5bvhyoowby2qp7g2hxfa'],
    [
      'hello, world!',
      { cidVersion: 1, rawLeaves: false },
      'bafybeibhbcn7k7o2m6xsqkrlfiokod3nxwe47viteynhruh6uqx7hvkjfu',
    ],
    ['hello, world!', { cidVersion: 1, inline: true }, 'bafkqadlimvwgy3zmeb3w64tmmqqq'],
    ['hello world\n', {}, 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o'],
    ['foo\n', {}, 'QmYNmQKp6SuaVrpgWRsPTgCQCnpxUYGq76YEKBXuj2N4H6'],
    ['test\n', {}, 'QmeomffUNfmQy76CQGy9NdmqEnnHU9soCexBnGU3ezPHVH'],
    ['data\n', {}, 'QmNtocSs7MoDkJMc1RkyisCSKvLadujPsfJfSdJ3e1eA1M'],
    ['hello\n', {}, 'QmZULkCELmmk5XNfCgTnCyFgAVxBRBXyDHGGMVoLFLiXEN'],
    ['aoeuidhtns'.repeat(200), { chunker: 'size-4' }, 'QmRo11d4QJrST47aaiGVJYwPhoNA4ihRpJ5WaxBWjWDwbX'],
  ])('names %j with %j as the network does', async (content, options, cid) => {
    const { root, roots, events } = await added([file('', content)], options)

    expect(root).toBe(cid)
    expect(roots).toHaveLength(1)
    expect(events).toMatchObject([{ type: 'added', name: cid, nameless: true }])
  })

  it.each([
    ['hello world\n', 20],
    ['hi\n', 11],
  ])('gives %j its cumulative size', async (content, size) => {
    expect((await added([file('f', content)])).events).toMatchObject([{ name: 'f', size }])
  })

  it('reports the progress of a million zeros before the file', async () => {
    const { events } = await added([file('x', new Uint8Array(1_000_000))], { progress: true })

    expect(events.slice(0, -1)).toEqual([
      { type: 'progress', name: 'x', bytes: 262_144 },
      { type: 'progress', name: 'x', bytes: 524_288 },
      { type: 'progress', name: 'x', bytes: 786_432 },
      { type: 'progress', name: 'x', bytes: 1_000_000 },
    ])
    expect(String((events.at(-1) as { cid?: unknown }).cid)).toBe(
      'QmXXNNbwe4zzpdMg62ZXvnX1oU7MwSrQ3vAEtuwFKCm1oD',
    )
    expect(events.at(-1)).toMatchObject({ size: 1_000_256 })
  })

  it('reports the end of a file also at a multiple of the step, and of an empty one', async () => {
    const { events } = await added([file('a', new Uint8Array(262_144)), file('b', '')], { progress: true })

    expect(events.map((event) => (event.type === 'progress' ? event.bytes : event.name))).toEqual([
      262_144,
      262_144,
      'a',
      0,
      'b',
    ])
  })

  it('gives the same CID whatever the pieces in which the bytes come', async () => {
    const bytes = Uint8Array.from({ length: 700_001 }, (_, at) => (at * 7) & 0xff)
    const pieces = (size: number) =>
      (async function* () {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      })()

    const roots = await Promise.all(
      [7, 4096, 262_143, 262_144, 262_145, 700_001].map(
        async (size) => (await added([{ kind: 'file', path: 'f', content: pieces(size) }])).root,
      ),
    )

    expect(new Set(roots).size).toBe(1)
  })
})
