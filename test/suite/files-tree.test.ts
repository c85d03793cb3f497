import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { addRoot } from '../requests/add.ts'
import { askFiles, callFiles, cidAt, DONE, failure, unremoved, writeTo } from '../requests/files.ts'
import { file, form } from '../requests/form.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many refusals the other hosts get one: the core judges them. */
const EVERY = 4

const EMPTY = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'

interface Listing {
  readonly Entries: { readonly Name: string; readonly Type: number; readonly Size: number }[] | null
}

const namesIn = async (path: string) =>
  ((await askFiles<Listing>('ls', [path])).Entries ?? []).map(({ Name }) => Name)

describe('POST /api/v0/files/mkdir', () => {
  it('makes directories, on the way too when asked', async () => {
    expect(await callFiles('mkdir', ['/m/a/b/'], 'parents=true')).toEqual(DONE)
    expect(await callFiles('mkdir', ['/m/a'], 'parents=true')).toEqual(DONE)
    expect(await callFiles('mkdir', ['/m/c'])).toEqual(DONE)

    expect(await namesIn('/m')).toEqual(['a', 'c'])
    expect(await cidAt('/m/c')).toBe(EMPTY)
    expect(await callFiles('ls', ['/m/c'])).toEqual({ status: 200, text: '{"Entries":null}\n' })
  })

  it.each(
    sampleOnHosts(
      [
        ['/mk-dir', '', 'file already exists'],
        ['/mk-file', 'parents=true', 'file already exists'],
        ['/mk-file/x', '', ' was not a directory'],
        ['/', '', "cannot create directory '/': Already exists"],
        ['/mk-nope/x', '', 'file does not exist'],
        ['mk', '', 'paths must start with a leading slash'],
        ['', '', 'paths must not be empty'],
      ],
      EVERY,
    ),
  )('refuses "%s" with "%s"', async (path, query, message) => {
    await callFiles('mkdir', ['/mk-dir'])
    await writeTo('/mk-file', 'x')

    expect(await callFiles('mkdir', [path], query)).toEqual(failure(message))
  })
})

describe('POST /api/v0/files/cp', () => {
  it('puts a tree at a name by its root alone, and a file into a directory', async () => {
    const cid = await addRoot('', file('d/one', '1'), file('d/two', '22'))
    await callFiles('mkdir', ['/c'])

    expect(await callFiles('cp', [`/ipfs/${cid}`, '/c/tree'])).toEqual(DONE)
    expect(await callFiles('cp', [`/ipfs/${cid}/one`, '/c/'])).toEqual(DONE)
    expect(await callFiles('cp', ['/c/tree', '/c/again'])).toEqual(DONE)
    expect(await callFiles('cp', [`ipfs://${cid}/two`, '/c/'])).toEqual(DONE)
    expect(await callFiles('cp', ['/c/one', '/c/x/y/z'], 'parents=true')).toEqual(DONE)

    expect(await namesIn('/c')).toEqual(['again', 'one', 'tree', 'two', 'x'])
    expect(await cidAt('/c/again')).toBe(cid)
    expect((await callFiles('read', ['/c/tree/two'])).text).toBe('22')
  })

  it('replaces a file only by force, and a directory never', async () => {
    await writeTo('/cf/a', 'a', 'create=true&parents=true')
    await writeTo('/cf/b', 'b')
    await callFiles('mkdir', ['/cf/d'])
    const taken = (name: string) =>
      failure(`cp: cannot put node in path /cf/${name}: directory already has entry by that name`)

    expect(await callFiles('cp', ['/cf/a', '/cf/b'])).toEqual(taken('b'))
    expect(await callFiles('cp', ['/cf/a', '/cf/d'])).toEqual(taken('d'))
    expect(await callFiles('cp', ['/cf/a', '/cf/b'], 'force=true')).toEqual(DONE)
    expect(await callFiles('cp', ['/cf/a', '/cf/d'], 'force=true')).toEqual(
      failure('cp: cannot unlink existing file: not a file: /cf/d'),
    )
    expect((await callFiles('read', ['/cf/b'])).text).toBe('a')
  })

  it.each(
    sampleOnHosts(
      [
        ['/nope', '/z', 'cp: cannot get node from path /nope: file does not exist'],
        ['/ce', '/no/pe', 'cp: cannot put node in path /no/pe: file does not exist'],
        ['/ce', '/ce/x', 'cp: cannot put node in path /ce/x: /ce/ is not a directory'],
        ['/ce', '/', 'cp: cannot put node in path /ce: directory already has entry by that name'],
        ['ce', '/q', 'paths must start with a leading slash'],
        ['/ce', 'q', 'paths must start with a leading slash'],
      ],
      EVERY,
    ),
  )('refuses "%s" to "%s"', async (source, destination, message) => {
    await writeTo('/ce', 'x')

    expect(await callFiles('cp', [source, destination])).toEqual(failure(message))
  })

  it('refuses what is no file or directory', async () => {
    const put = await send('/api/v0/dag/put', form(file('data', '{"a":1}')))
    const cid = JSON.parse(await put.text()).Cid['/']

    expect(await callFiles('cp', [`/ipfs/${cid}`, '/cbor'])).toEqual(
      failure('cp: source must be a valid UnixFS (dag-pb or raw codec)'),
    )
    expect(await callFiles('stat', [`/ipfs/${cid}`])).toEqual(failure('not unixfs node (proto or raw)'))
  })

  it.each([
    'QmNQvPyJsUzRV6jCq2VT7KQDrGgvd7C6xLC1QXyg8naguK',
    'bafyreiabdahzvmwhbw3cpwa5xp6qxsqjpfzeq3bxeho5b3wrcsatbqzkny',
  ])('says of which path a block is absent: %s', async (cid) => {
    const absent = `block was not found locally (offline): ipld: could not find ${cid}`

    expect(await callFiles('cp', [`/ipfs/${cid}`, '/absent'], 'offline=true')).toEqual(
      failure(`cp: cannot get node from path /ipfs/${cid}: ${absent}`),
    )
  })
})

describe('POST /api/v0/files/mv', () => {
  it('gives another name, replaces a file, and moves into a directory', async () => {
    await writeTo('/v/a', 'a', 'create=true&parents=true')
    await writeTo('/v/b', 'b')
    await callFiles('mkdir', ['/v/d'])

    expect(await callFiles('mv', ['/v/a', '/v/b'])).toEqual(DONE)
    expect(await namesIn('/v')).toEqual(['b', 'd'])
    expect(await callFiles('mv', ['/v/b', '/v/d'])).toEqual(DONE)
    expect(await callFiles('mv', ['/v/d', '/v/e'])).toEqual(DONE)
    expect(await callFiles('mv', ['/v/e/b', '/v/e/b'])).toEqual(DONE)
    expect(await callFiles('mv', ['/v/e/b', '/v/'])).toEqual(DONE)
    expect(await namesIn('/v')).toEqual(['b', 'e'])
    expect((await callFiles('read', ['/v/b'])).text).toBe('a')
  })

  it('removes the source also from a directory of the same name', async () => {
    await writeTo('/va/x/f', 'f', 'create=true&parents=true')
    await callFiles('mkdir', ['/vb/x'], 'parents=true')

    await callFiles('mv', ['/va/x/f', '/vb/x/f'])

    expect([await namesIn('/va/x'), await namesIn('/vb/x')]).toEqual([[], ['f']])
  })

  it.each(
    sampleOnHosts(
      [
        ['/nope', '/q', 'file does not exist'],
        ['/ve/f', '/nope/q', 'file does not exist'],
        ['/ve/f', '/ve/f/q', '/ve/f/ is not a directory'],
        ['/ve/f/z', '/q', '/ve/f/ is not a directory'],
        ['/nope', '/ve/f/q', '/ve/f/ is not a directory'],
        ['/nope/z', '/ve/f/q', '/ve/f/ is not a directory'],
        ['/ve/f/z/y', '/q', 'cannot access ve/f/z: Not a directory'],
        ['/', '/q', 'file does not exist'],
        ['/ve', '/ve/d', 'Cannot move "/ve" to "/ve/d": it would be inside itself'],
        ['/ve/f', '/ve/e', 'directory already has entry by that name'],
      ],
      EVERY,
    ),
  )('refuses "%s" to "%s", and changes nothing', async (source, destination, message) => {
    await writeTo('/ve/f', 'f', 'create=true&parents=true')
    await writeTo('/ve/e/f', 'f', 'create=true&parents=true')
    await callFiles('mkdir', ['/ve/d'])
    const before = await cidAt('/')

    expect(await callFiles('mv', [source, destination])).toEqual(failure(message))
    expect(await cidAt('/')).toBe(before)
  })
})

describe('POST /api/v0/files/rm', () => {
  it('removes files, and says which arguments it could not remove', async () => {
    for (const name of ['a', 'b', 'd/x']) await writeTo(`/rm/${name}`, name, 'create=true&parents=true')

    expect(await callFiles('rm', ['/rm/nope', '/rm/a', 'rm/b', '/rm/d/'])).toEqual(
      unremoved(
        '/rm/nope: file does not exist',
        'rm/b is not a valid path: paths must start with a leading slash',
        '/rm/d/: path is a directory, use -r to remove directories',
      ),
    )
    expect(await namesIn('/rm')).toEqual(['b', 'd'])
    await writeTo('/rm/d/e', 'e', 'create=true')
    await writeTo('/rm/g', 'g', 'create=true')
    expect(await callFiles('rm', ['/rm/g', '/rm/d/e', '/rm/g', '/rm/d/e/f', '/rm/d/e'])).toEqual(
      unremoved(
        '/rm/g: file does not exist',
        '/rm/d/e/f: file does not exist',
        '/rm/d/e: file does not exist',
      ),
    )
    expect((await callFiles('rm', ['/rm/nope'], 'encoding=text')).text).toMatch(
      /^\/rm\/nope: file does not exist\n/,
    )
    expect(await callFiles('rm', ['/rm/b'])).toEqual(DONE)
    expect(await callFiles('rm', ['/rm/nope'], 'force=true')).toEqual(DONE)
    expect(await callFiles('rm', ['/rm'], 'recursive=true')).toEqual(DONE)
    expect(await callFiles('stat', ['/rm'])).toEqual(failure('file does not exist'))
  })

  it.each(
    sampleOnHosts(
      [
        ['/', '', 'cannot delete root'],
        ['/', 'force=true', 'cannot delete root'],
        ['/re/nope', '', 'file does not exist'],
        ['/re/no/pe', '', 'file does not exist'],
        ['/re', '', 'path is a directory, use -r to remove directories'],
        ['/re/f/x', '', "expected *mfs.Directory, didn't get it. This is likely a race condition"],
        ['/re/f/x/y', '', 'cannot access re/f/x: Not a directory'],
      ],
      EVERY,
    ),
  )('refuses "%s" with "%s"', async (path, query, message) => {
    await writeTo('/re/f', 'f', 'create=true&parents=true')

    expect(await callFiles('rm', [path], query)).toEqual(unremoved(`${path}: ${message}`))
  })
})

describe('POST /api/v0/files/ls', () => {
  it('gives names alone, or type, size and CID as well', async () => {
    await writeTo('/l/b', 'hello world\n', 'create=true&parents=true')
    await callFiles('mkdir', ['/l/a'])
    const [a, b] = [
      { Name: 'a', Type: 1, Size: 0, Hash: EMPTY },
      { Name: 'b', Type: 0, Size: 12, Hash: 'QmVib14uvPnCP73XaCDpwugRuwfTsVbGyWbatHAmLSdZUS' },
    ]

    const bare = [a, b].map(({ Name }) => ({ Name, Type: 0, Size: 0, Hash: '' }))
    expect(await askFiles('ls', ['/l'])).toEqual({ Entries: bare })
    expect(await askFiles('ls', ['/l'], 'long=true')).toEqual({ Entries: [a, b] })
    expect(await askFiles('ls', ['/l/b'], 'long')).toEqual({ Entries: [b] })
    expect(await askFiles('ls', ['/l'], 'long=true&stream=true&U=true')).toEqual({ Entries: [a, b] })
    expect(await askFiles('ls', ['/l'], 'long=true&cid-base=base32')).toEqual({ Entries: [a, b] })
    expect(await askFiles('ls', ['/l/b'], 'long=true&cid-base=base32')).toEqual({
      Entries: [{ ...b, Hash: 'bafybeidnubsombkovzdjtuk6nh7hs4rhlctqw435fo2qymiam6bnfa5ni4' }],
    })
    expect((await callFiles('ls', ['/l'], 'encoding=text')).text).toBe('a\nb\n')
    expect((await callFiles('ls', ['/l'], 'long=true&encoding=text')).text).toBe(
      `a/\t${EMPTY}\t0\nb\t${b?.Hash}\t12\n`,
    )
  })

  it.each(
    sampleOnHosts(
      [
        ['/l-nope', 'file does not exist'],
        ['l', 'paths must start with a leading slash'],
        ['', 'paths must not be empty'],
      ],
      EVERY,
    ),
  )('refuses "%s"', async (path, message) => {
    expect(await callFiles('ls', [path])).toEqual(failure(message))
  })
})

describe('POST /api/v0/files/stat', () => {
  it('counts what is held, and knows paths under /ipfs', async () => {
    await writeTo('/s', 'hello world\n')
    const cid = 'QmVib14uvPnCP73XaCDpwugRuwfTsVbGyWbatHAmLSdZUS'

    expect(await askFiles('stat', ['/s'], 'with-local=true')).toEqual({
      ...{ Hash: cid, Size: 12, CumulativeSize: 70, Blocks: 1, Type: 'file' },
      ...{ WithLocality: true, Local: true, SizeLocal: 70 },
    })
    for (const path of [`/ipfs/${cid}`, `ipfs://${cid}`, `/ipfs//${cid}`]) {
      expect(await askFiles('stat', [path])).toMatchObject({ Hash: cid, Size: 12 })
    }
  })

  it('tells what is missing of a copy, and counts a block inside its CID as held', async () => {
    const cid = await addRoot('cid-version=1&chunker=size-3&pin=false', file('f', 'abcdef'))
    const inside = await addRoot('inline=true&cid-version=1', file('f', 'tiny'))
    await callFiles('cp', [`/ipfs/${cid}`, '/sm'])
    await callFiles('cp', [`/ipfs/${inside}`, '/si'])
    const leaf = await addRoot('cid-version=1', file('f', 'abc'))
    await send(`/api/v0/pin/rm?arg=${leaf}`, { method: 'POST' })
    const removed = await send(`/api/v0/block/rm?arg=${leaf}`, { method: 'POST' })
    expect(removed.status).toBe(200)

    const { CumulativeSize } = await askFiles<{ CumulativeSize: number }>('stat', ['/sm'])
    expect(await askFiles('stat', ['/sm'], 'with-local=true')).toMatchObject({
      ...{ Local: false, SizeLocal: CumulativeSize - 3 },
    })
    expect(await askFiles('stat', ['/si'], 'with-local=true')).toMatchObject({ Local: true, SizeLocal: 4 })
  })

  it.each(
    sampleOnHosts(
      [
        [
          '',
          'QmVib14uvPnCP73XaCDpwugRuwfTsVbGyWbatHAmLSdZUS\nSize: 12\nCumulativeSize: 70\nChildBlocks: 1\nType: file\n',
        ],
        ['hash=true', 'QmVib14uvPnCP73XaCDpwugRuwfTsVbGyWbatHAmLSdZUS\n'],
        ['size=true', '70\n'],
        [
          // Today's command line names its default format with every call.
          `hash=true&format=${encodeURIComponent('<hash>\nSize: <size>\nCumulativeSize: <cumulsize>\nChildBlocks: <childs>\nType: <type>\nMode: <mode> (<mode-octal>)\nMtime: <mtime>')}`,
          'QmVib14uvPnCP73XaCDpwugRuwfTsVbGyWbatHAmLSdZUS\n',
        ],
        ['format=<childs>|<type>|<size>|<cumulsize>|<nope>', '1|file|12|70|<nope>\n'],
        ['with-local=true&format=<size>', '12\nLocal: 70 B of 70 B (100.00%)\n'],
      ],
      EVERY,
    ),
  )('prints as text with "%s"', async (query, text) => {
    await writeTo('/st', 'hello world\n')

    expect((await callFiles('stat', ['/st'], `encoding=text&${query}`)).text).toBe(text)
  })

  it('answers 400 where several options choose the format', async () => {
    expect(await callFiles('stat', ['/'], 'hash=true&size=true')).toEqual({
      status: 400,
      text: '{"Message":"format was set by multiple options. Only one format option is allowed","Code":1,"Type":"error"}\n',
    })
  })

  it('refuses a path through a file', async () => {
    await writeTo('/sf', 'x')

    expect(await callFiles('stat', ['/sf/x/y'])).toEqual(failure('cannot access sf/x: Not a directory'))
  })
})

describe('POST /api/v0/files/chcid and /files/flush', () => {
  it('writes one directory in another form, and tells its CID', async () => {
    await callFiles('mkdir', ['/ch'])
    const formed = async (query: string) => {
      expect(await callFiles('chcid', ['/ch'], query)).toEqual(DONE)
      return askFiles('flush', ['/ch'])
    }

    expect(await formed('cid-version=1')).toEqual({
      Cid: 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354',
    })
    expect(await formed('hash=blake2b-256')).toEqual({
      Cid: 'bafykbzacebugfutjir6qie7apo5shpry32ruwfi762uytd5g3u2gk7tpscndq',
    })
    expect(await formed('cid-version=0&hash=blake2b-256')).toEqual({
      Cid: 'bafykbzacebugfutjir6qie7apo5shpry32ruwfi762uytd5g3u2gk7tpscndq',
    })
    expect(await formed('cid-version=0')).toEqual({ Cid: EMPTY })
  })

  it('changes the root too, and flush needs no slash', async () => {
    await writeTo('/chf', 'x')

    expect(await callFiles('chcid', [], 'cid-version=1')).toEqual(DONE)
    expect(await askFiles<{ Cid: string }>('flush', [])).toEqual({ Cid: expect.stringMatching(/^bafybei/) })
    expect(await callFiles('chcid', [], 'cid-version=0')).toEqual(DONE)
    expect(await callFiles('chcid', [''], 'cid-version=1')).toEqual(failure('file does not exist'))
    expect(await askFiles('flush', ['chf'])).toEqual({ Cid: await cidAt('/chf') })
    expect(await callFiles('chcid', ['/chf'], 'cid-version=1')).toEqual(
      failure('can only update directories'),
    )
    expect(await callFiles('flush', ['/chf-nope'])).toEqual(failure('file does not exist'))
  })
})

describe('POST /api/v0/repo/gc', () => {
  it('keeps the namespace, and not what has left it', async () => {
    await writeTo('/gc/kept', 'kept by the namespace', 'create=true&parents=true')
    await writeTo('/gc/gone', 'gone from the namespace')
    const gone = await cidAt('/gc/gone')
    await callFiles('rm', ['/gc/gone'])

    const collected = await send('/api/v0/repo/gc', { method: 'POST' })

    expect(await collected.text()).not.toContain('Error')
    expect((await callFiles('read', ['/gc/kept'])).text).toBe('kept by the namespace')
    const block = await send(`/api/v0/block/stat?arg=${gone}&offline=true`, { method: 'POST' })
    expect(block.status).toBe(500)
  })
})
