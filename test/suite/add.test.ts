import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { addLines, addRoot } from '../requests/add.ts'
import { directory, file, form, symlink } from '../requests/form.ts'

const PLANETS = [file('planets/mars.txt', 'Hello Mars!\n'), file('planets/venus.txt', 'Hello Venus!\n')]

describe('POST /api/v0/add, one file', () => {
  it.each([
    ['', '', 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH'],
    ['', 'cid-version=1', 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
    ['Hello Worlds!\n', '', 'QmVr26fY1tKyspEJBniVhqxQeEjhF78XerGiqWAwraVLQH'],
    ['base32 test\n', 'cid-base=base32', 'bafybeibyosqxljd2eptb4ebbtvk7pb4aoxzqa6ttdsflty6rsslz5y6i34'],
    ['hello, world!', '', 'QmQy2Dw4Wk7rdJKjThjYXzfFJNaRKRHhHP5gHHXroJMYxk'],
    ['hello, world!', 'cid-version=1', 'bafkreidi4zlleupgp2bvrpxyja5lbvi4mym7hz5bvhyoowby2qp7g2hxfa'],
    [
      'hello, world!',
      'cid-version=1&raw-leaves=false',
      'bafybeibhbcn7k7o2m6xsqkrlfiokod3nxwe47viteynhruh6uqx7hvkjfu',
    ],
    ['aoeuidhtns'.repeat(200), 'chunker=size-4', 'QmRo11d4QJrST47aaiGVJYwPhoNA4ihRpJ5WaxBWjWDwbX'],
  ])('gives %j with "%s" the CID of the reference', async (content, query, cid) => {
    expect(await addRoot(query, file('f', content))).toBe(cid)
  })

  it('names a nameless file by its CID', async () => {
    const answer = await addLines('', file('', 'hello world\n'))

    expect(answer).toEqual([
      {
        Name: 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o',
        Hash: 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o',
        Size: '20',
      },
    ])
  })

  it('tells of progress at least every 256 KiB and at the end of the file', async () => {
    const answer = await addLines('progress=true', file('zeros', new Uint8Array(1_000_000)))

    expect(answer).toEqual([
      { Name: 'zeros', Bytes: 262144 },
      { Name: 'zeros', Bytes: 524288 },
      { Name: 'zeros', Bytes: 786432 },
      { Name: 'zeros', Bytes: 1000000 },
      { Name: 'zeros', Hash: 'QmXXNNbwe4zzpdMg62ZXvnX1oU7MwSrQ3vAEtuwFKCm1oD', Size: '1000256' },
    ])
  })

  it('answers byte for byte as the reference does', async () => {
    const response = await send('/api/v0/add', form(file('a<b', 'hello world\n')))

    expect(await response.text()).toBe(
      '{"Name":"a\\u003cb","Hash":"QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o","Size":"20"}\n',
    )
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('X-Chunked-Output')).toBe('1')
  })
})

describe('POST /api/v0/add, directories', () => {
  it.each([
    ['', 'QmWSgS32xQEcXMeqd3YPJLrNBLSdsfYCep2U7CFkyrjXwY'],
    ['hash=', 'QmWSgS32xQEcXMeqd3YPJLrNBLSdsfYCep2U7CFkyrjXwY'],
    ['raw-leaves=true', 'QmfWfQfKCY5Ukv9peBbxM5vqWM9BzmqUSXvdCgjT2wsiBT'],
    ['cid-version=1', 'bafybeih7e5dmkyk25up5vxug4q3hrg2fxbzf23dfrac2fns5h7z4aa7ioi'],
    ['cid-version=1&raw-leaves=false', 'bafybeif5tuep5ap2d7zyhbktucey75aoacxufgt6i3v4gebmixyipnyp7y'],
    ['hash=blake2b-256', 'bafykbzaceaptbcs7ik5mdfpot3b4ackvxlwh7loc5jcrtkayf64ukl7zyk46e'],
  ])('gives the planets with "%s" the root of the reference', async (query, cid) => {
    expect(await addRoot(query, ...PLANETS)).toBe(cid)
  })

  it('sends files as received, then directories, children first, the root last', async () => {
    const answer = await addLines(
      '',
      file('abc/def', 'world'),
      file('foo', 'hello1'),
      ...[directory('t'), file('t/b/x', 'x'), file('t/a/y', 'y')],
    )

    expect(answer.map(({ Name }) => Name)).toEqual([
      'abc/def',
      'abc',
      'foo',
      't/b/x',
      't/a/y',
      't/a',
      't/b',
      't',
    ])
  })

  it('wraps all roots in one nameless directory', async () => {
    const answer = await addLines(
      'wrap-with-directory=true',
      file('abc/def', 'world'),
      file('bar', 'hello2'),
      file('foo', 'hello1'),
    )

    expect(answer.map(({ Name, Size }) => [Name, Size])).toEqual([
      ['abc/def', '13'],
      ['bar', '14'],
      ['foo', '14'],
      ['abc', '62'],
      ['', '229'],
    ])
    expect(answer.at(-1)?.Hash).toBe('QmVG2ZYCkV1S4TK8URA3a4RupBF17A8yAr4FqsRDXVJASr')
  })

  it('keeps symlinks and the empty directories that are declared', async () => {
    const links = [
      file('files/foo/baz', 'some text\n'),
      symlink('files/bar/baz', 'files/foo/baz'),
      symlink('files/bad', 'files/does/not/exist'),
    ]

    expect(await addRoot('', ...links)).toBe('QmWdiHKoeSW8G1u7ATCgpx4yMoUhYaJBQGkyPLkS9goYZ8')
    expect(await addRoot('', directory('void'))).toBe('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
  })

  it('drops the lines of files when silent', async () => {
    const answer = await addLines('silent=true', ...PLANETS)

    expect(answer.map(({ Name }) => Name)).toEqual(['planets'])
  })

  it('pins each root once it is stored, and none with pin=false', async () => {
    const pinned = await addRoot('', file('pinned', 'pinned by default, road suite'))
    const loose = await addRoot('pin=false', file('loose', 'not pinned, road suite'))

    const kinds = await Promise.all(
      [pinned, loose].map((cid) => send(`/api/v0/pin/ls?arg=${cid}`, { method: 'POST' })),
    )

    expect(await kinds[0]?.json()).toMatchObject({ Keys: { [pinned]: { Type: 'recursive' } } })
    expect(await kinds[1]?.json()).toMatchObject({
      Message: `path '${loose}' is not pinned`,
      Code: 0,
      Type: 'error',
    })
  })

  it('stores nothing with only-hash', async () => {
    const cid = await addRoot('only-hash=true&cid-version=1', file('f', 'only hashed, road suite'))

    const stat = await send(`/api/v0/block/stat?arg=${cid}&offline=true`, { method: 'POST' })

    expect(stat.status).toBe(500)
  })

  it('keeps mode and mtime and reports them', async () => {
    const [line] = await addLines(
      'preserve-mode=true&preserve-mtime=true',
      file('f', 'with metadata', { mode: '0640', mtime: '1700000000', 'mtime-nsecs': '5' }),
    )

    expect(line).toMatchObject({ Mode: '0640', Mtime: 1700000000, MtimeNsecs: 5 })
  })

  it('reports the mode and mtime of each part, kept or not, and those of no option', async () => {
    const named = (query: string, filename: string, type?: string) => ({
      headers: {
        'Content-Disposition': `form-data; name="file${query}"; filename="${filename}"`,
        ...(type && { 'Content-Type': type }),
      },
      content: 'x',
    })
    const answer = await addLines(
      'mode=0600',
      named('?mode=0100644&mtime=0&mtime-nsecs=7', 'a'),
      named('?mtime=-5', 'b'),
      named('?x=1', 'c'),
      named('', 'l', 'application/symlink'),
    )

    expect(answer.map(({ Hash, ...line }) => line)).toEqual([
      { Name: 'a', Size: '12', Mode: '0100644', MtimeNsecs: 7 },
      { Name: 'b', Size: '12', Mtime: -5 },
      { Name: 'c', Size: '12' },
      { Name: 'l', Size: '7', Mode: '01000000777' },
    ])
  })

  it.each([
    ['file', 'bafybeih22o2lqjyoumhqtqjwjomq3mzvdmxxeaivw52aoh2mytrlujo7yi'],
    ['file?', 'bafybeibqt4czqlla6daq67wjf2aim6r25ylhvzcw2vde5nagm4iggtbtmy'],
    ['file?mode=0644', 'bafybeifzvzcwwyr4bxtpn5jes6hpa7xjc24sc6ophevlbd7asfxvcoeetq'],
  ])('gives a part named "%s" the CID of the reference', async (name, cid) => {
    const headers = { 'Content-Disposition': `form-data; name="${name}"; filename="a"` }
    const query = 'preserve-mode=true&preserve-mtime=true&cid-version=1'

    expect(await addRoot(query, { headers, content: 'a' })).toBe(cid)
  })
})

describe('POST /api/v0/add, bad input', () => {
  it.each([
    ['without a body', '', { method: 'POST' }, 400, "file argument 'path' is required\n"],
    [
      'with a bad flag and no body',
      'pin=maybe',
      { method: 'POST' },
      400,
      "file argument 'path' is required\n",
    ],
    [
      'with a bad flag',
      'pin=maybe',
      form(file('f', 'x')),
      400,
      'could not convert value "maybe" to type "bool" (for option "-pin")\n',
    ],
  ])('answers in text %s', async (_, query, init, status, text) => {
    const response = await send(`/api/v0/add?${query}`, init)

    expect([response.status, await response.text()]).toEqual([status, text])
  })

  it.each([
    ['chunker=size-0', 'chunker size must be greater than 0'],
    ['chunker=size-99999999', 'chunker parameters may not exceed the maximum chunk size of 2096896'],
    ['chunker=fudge', 'unrecognized chunker option: fudge'],
    ['hash=foo', 'unrecognized hash function: foo'],
    ['hash=sha2-512&cid-version=0', 'CIDv0 only supports sha2-256'],
    ['cid-version=9', 'unknown CID version: 9'],
  ])('answers "%s" with the text of the reference', async (query, message) => {
    const response = await send(`/api/v0/add?${query}`, form(file('f', 'x')))

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ Message: message, Code: 0, Type: 'error' })
  })

  it('refuses one name twice in a directory', async () => {
    const response = await send('/api/v0/add', form(file('d/f', 'x'), file('d/f', 'y')))

    expect(await response.text()).toContain('directory already has entry by that name')
  })

  it('ends a body that is cut with an error, and pins nothing of it', async () => {
    const cut = new Blob([
      '--b\r\nContent-Disposition: form-data; name="file"; filename="cut"\r\n\r\nhalf of a fi',
    ])
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
    const response = await send('/api/v0/add', { method: 'POST', headers, body: cut })

    expect(await response.text()).toContain('"Type":"error"')
  })
})
