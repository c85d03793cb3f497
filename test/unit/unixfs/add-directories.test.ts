import { describe, expect, it } from 'vitest'
import type { SourceEntry } from '../../../src/ports/file-source.ts'
import { added, file, symlink } from './added.ts'

const planets = () => [file('planets/mars.txt', 'Hello Mars!\n'), file('planets/venus.txt', 'Hello Venus!\n')]

describe('addContent(), directories', () => {
  it.each([
    [
      {},
      'QmWSgS32xQEcXMeqd3YPJLrNBLSdsfYCep2U7CFkyrjXwY',
      146,
      'QmPrrHqJzto9m7SyiRzarwkqPcCSsKR2EB1AyqJfe8L8tN',
      'QmU5kp3BH3B8tnWUU2Pikdb2maksBNkb92FHRr56hyghh4',
    ],
    [
      { rawLeaves: true },
      'QmfWfQfKCY5Ukv9peBbxM5vqWM9BzmqUSXvdCgjT2wsiBT',
      134,
      'bafkreibmlvvgdyihetgocpof6xk64kjjzdeq2e4c7hqs3krdheosk4tgj4',
      'bafkreihfsphazrk2ilejpekyltjeh5k4yvwgjuwg26ueafohqioeo3sdca',
    ],
    [
      { cidVersion: 1 },
      'bafybeih7e5dmkyk25up5vxug4q3hrg2fxbzf23dfrac2fns5h7z4aa7ioi',
      undefined,
      'bafkreibmlvvgdyihetgocpof6xk64kjjzdeq2e4c7hqs3krdheosk4tgj4',
      'bafkreihfsphazrk2ilejpekyltjeh5k4yvwgjuwg26ueafohqioeo3sdca',
    ],
    [
      { cidVersion: 1, rawLeaves: false },
      'bafybeif5tuep5ap2d7zyhbktucey75aoacxufgt6i3v4gebmixyipnyp7y',
      undefined,
      'bafybeiawta2ntdmsy24aro35w3homzl4ak7svr3si7l7gesvq4erglyye4',
      'bafybeicvkvhs2fr75ynebtdjqpgm4g2fc63abqbmysupwpmcjl4gx7mzrm',
    ],
    [
      { hash: 'blake2b-256' },
      'bafykbzaceaptbcs7ik5mdfpot3b4ackvxlwh7loc5jcrtkayf64ukl7zyk46e',
      undefined,
      'bafk2bzaceaqcxw46uzkyd2jmczoogof6pnkqt4dpiv3pwkunsv4g5rkkmecie',
      'bafk2bzacebxnke2fb5mgzxyjuuavvcfht4fd3gvn4klkujz6k72wboynhuvfw',
    ],
  ])('names the planets with %j', async (options, planetsCid, size, mars, venus) => {
    const { root, cids, sizes } = await added(planets(), options)

    expect(root).toBe(planetsCid)
    expect(cids).toEqual({ 'planets/mars.txt': mars, 'planets/venus.txt': venus, planets: planetsCid })
    if (size !== undefined) expect(sizes['planets']).toBe(size)
  })

  it('names the moons, in the order of the wire', async () => {
    const { events, cids } = await added([
      file('moons/mercury.txt', 'hey youre no moon!\n'),
      file('moons/saturn/titan.txt', 'Hello Titan!\n'),
      file('moons/jupiter/europa.txt', 'Hello Europa!\n'),
    ])

    expect(events.map((event) => event.name)).toEqual([
      'moons/mercury.txt',
      'moons/saturn/titan.txt',
      'moons/jupiter/europa.txt',
      'moons/jupiter',
      'moons/saturn',
      'moons',
    ])
    expect(cids).toEqual({
      moons: 'QmVKvomp91nMih5j6hYBA8KjbiaYvEetU2Q7KvtZkLe9nQ',
      'moons/jupiter/europa.txt': 'Qmbjg7zWdqdMaK2BucPncJQDxiALExph5k3NkQv5RHpccu',
      'moons/jupiter': 'QmS5mZddhFPLWFX3w6FzAy9QxyYkaxvUpsWCtZ3r7jub9J',
      'moons/saturn': 'QmaMagZT4rTE7Nonw8KGSK4oe1bh533yhZrCo1HihSG8FK',
      'moons/saturn/titan.txt': 'QmZzppb9WHn552rmRqpPfgU5FEiHH6gDwi3MrB9cTdPwdb',
      'moons/mercury.txt': 'QmUJjVtnN8YEeYcS8VmUeWffTWhnMQAkk5DzZdKnPhqUdK',
    })
  })

  it.each<[string, () => SourceEntry[], object, string]>([
    [
      'hello/world',
      () => [file('d/hey', 'Hey\n'), file('d/hello/world', 'World\n')],
      {},
      'QmZQWnfcqJ6hNkkPvrY9Q5X39GP3jUnUbAV4AbmbbR3Cb1',
    ],
    [
      'mars and venus',
      () => [file('d/mars.txt', 'Hello Mars\n'), file('d/venus.txt', 'Hello Venus\n')],
      {},
      'QmR8nD1Vzk5twWVC6oShTHvv7mMYkVh6dApCByBJyV2oj3',
    ],
    [
      'somedir with raw leaves',
      () => [file('somedir/foo', 'bar\n')],
      { rawLeaves: true },
      'QmThNTdtKaVoCVrYmM5EBS6U3S5vfKFue2TxbxxAxRcKKE',
    ],
    [
      'adir',
      () => ['file1', 'file2', 'file3'].map((name) => file(`adir/${name}`, `${name}\n`)),
      {},
      'QmdWmVmM6W2abTgkEfpbtA1CJyTWS2rhuUB9uP1xV8Uwtf',
    ],
    [
      'bar and foo',
      () => [file('d/bar', 'hello2'), file('d/foo', 'hello1')],
      {},
      'QmRKGpFfR32FVXdvJiHfo4WJ5TDYBsM1P9raAp1p6APWSp',
    ],
    [
      'testdir',
      () => [file('testdir/test.txt', 'hello test\n')],
      {},
      'QmTcJAn3JP8ZMAKS6WS75q8sbTyojWKbxcUHgLYGWur4Ym',
    ],
    [
      'an empty one',
      () => [{ kind: 'directory', path: 'd' }],
      {},
      'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn',
    ],
    [
      'the tree of refs',
      () =>
        ['1.txt', 'B/1.txt', 'B/D/2.txt', 'C/B/1.txt', 'C/B/D/2.txt', 'D/2.txt'].map((path) =>
          file(`A/${path}`, `${path.at(-5)}\n`),
        ),
      {},
      'QmU6xujRsYzcrkocuR3fhfnkZBB8eyUFFq4WKRGw2aS15h',
    ],
    [
      'symlinks',
      () => [
        file('files/foo/baz', 'some text\n'),
        symlink('files/bar/baz', 'files/foo/baz'),
        symlink('files/bad', 'files/does/not/exist'),
      ],
      {},
      'QmWdiHKoeSW8G1u7ATCgpx4yMoUhYaJBQGkyPLkS9goYZ8',
    ],
    [
      'symlinks, v1',
      () => [
        file('files/foo/baz', 'some text\n'),
        symlink('files/bar/baz', 'files/foo/baz'),
        symlink('files/bad', 'files/does/not/exist'),
      ],
      { cidVersion: 1 },
      'bafybeibyhlx64cklod6isy3h7tsmr4qvam3ae3b74n3hfes5bythjrwyua',
    ],
    [
      'a symlink alone',
      () => [symlink('l', 'files/foo/baz')],
      {},
      'QmdocmZeF7qwPT9Z8SiVhMSyKA2KKoA2J7jToW6z6WBmxR',
    ],
    [
      'a broken symlink alone',
      () => [symlink('l', 'files/does/not/exist')],
      {},
      'QmWYN8SEXCgNT2PSjB6BnxAx6NJQtazWoBkTRH9GRfPFFQ',
    ],
  ])('names a directory of %s', async (_what, entries, options, cid) => {
    expect((await added(entries(), options)).root).toBe(cid)
  })

  it('gives the cumulative sizes of the reference', async () => {
    const { root, sizes } = await added([
      file('d/abc/def', 'world'),
      file('d/bar', 'hello2'),
      file('d/foo', 'hello1'),
    ])

    expect(root).toBe('QmVG2ZYCkV1S4TK8URA3a4RupBF17A8yAr4FqsRDXVJASr')
    expect(sizes).toEqual({ 'd/abc/def': 13, 'd/bar': 14, 'd/foo': 14, 'd/abc': 62, d: 229 })
  })

  it.each([
    [{}, 'QmavrTrQG4VhoJmantURAYuw3bowq3E2WcvP36NRQDAC1N'],
    [{ shardThresholdBytes: 0 }, 'QmSCJD1KYLhVVHqBK3YyXuoEqHt7vggyJhzoFYbT8v1XYL'],
  ])('names 2000 files with %j', async (options, cid) => {
    const entries = Array.from({ length: 2000 }, (_, at) => file(`testdata/file${at + 1}`, `${at + 1}\n`))

    expect((await added(entries, options)).root).toBe(cid)
  })

  it('merges a directory that is declared or named again', async () => {
    const { root, events } = await added([
      file('d/a/x', '1'),
      file('d/b', '2'),
      { kind: 'directory', path: 'd/a', mode: 0o700, sent: { mode: 0o40700 } },
      file('d/a/y', '3'),
    ])
    const expected = await added([
      { kind: 'directory', path: 'd/a', mode: 0o700 },
      file('d/a/x', '1'),
      file('d/a/y', '3'),
      file('d/b', '2'),
    ])

    expect(root).toBe(expected.root)
    expect(events.at(-2)).toMatchObject({ name: 'd/a', mode: 0o40700 })
  })

  it.each([
    ['a file twice', [file('d/x', '1'), file('d/x', '1')]],
    ['a file over a directory', [file('d/x/y', '1'), file('d/x', '2')]],
    ['a directory over a file', [file('d/x', '1'), file('d/x/y', '2')]],
  ])('refuses %s', async (_what, entries) => {
    await expect(added(entries)).rejects.toMatchObject({
      code: 'already-exists',
      message: 'directory already has entry by that name',
    })
  })
})
