import { describe, expect, it } from 'vitest'
import { withApiTable } from '../check/api-table.ts'
import { withCalendarTables } from '../check/calendar-tables.ts'
import { linkFaults } from '../check/links.ts'
import { joinCalls, proofFaults, proofsOf, withMore } from '../check/proofs.ts'
import { withSettingsTable } from '../check/settings-table.ts'
import { commentsOf, nameFaults, pathFaults } from '../check/stale-names.ts'

const stale = '# Pool\n<!-- api: written by `npm run docs` -->\nold\n<!-- /api -->\nend\n'

describe('withApiTable()', () => {
  it('writes what the registry serves between the markers, and nothing else', () => {
    const text = withApiTable(stale, { registry: [] })

    expect(text).toContain('| Command | Takes | Does | Proved by |')
    expect(text).not.toContain('old')
    expect(text).toMatch(/^# Pool\n/)
    expect(text).toMatch(/<!-- \/api -->\nend\n$/)
  })

  it('changes nothing when it is run again', () => {
    const text = withApiTable(stale)

    expect(withApiTable(text)).toBe(text)
  })

  it('tells a stale table from a fresh one', () => {
    expect(withApiTable(withApiTable(stale, { registry: [] }))).not.toBe(
      withApiTable(stale, { registry: [] }),
    )
  })

  it('names the tests that prove a command, and says which have no successful call', () => {
    const text = withApiTable(stale, { proofs: { cat: { suite: 'test/suite/cat.test.ts' } } })

    expect(text).toMatch(
      /^\| \[`cat`\]\(#cat\) .*\| \[cat\]\(\.\.\/\.\.\/\.\.\/test\/suite\/cat\.test\.ts\) \|$/m,
    )
    expect(text).toMatch(/^\| \[`get`\]\(#get\) .*\| no successful call in a suite \|$/m)
  })

  it('lists commands beyond the document apart', () => {
    const beyond = withApiTable(stale).split('Beyond the document:')[1]

    expect(beyond).toMatch(/^\| \[`ledger\/decode`\]\(#ledgerdecode\) \| `message`, file `data` \|/m)
    expect(beyond).not.toMatch(/^\| \[`version`\]/m)
  })

  it('documents what a command takes, and on which hosts that is proved', () => {
    const text = withApiTable(stale, { proofs: { cat: { suite: 'test/suite/cat.test.ts' } } })

    expect(text).toMatch(
      /^### `cat`\n\nShow object data\. It replies with bytes\. Proved in memory, at the edge and in a browser\.$/m,
    )
    expect(text).toMatch(/^\| `ipfs-path` \| argument, several \| \| .+ \|$/m)
    expect(text).toMatch(/^\| `length`, `l` \| int64 \| .*\|$/m)
  })

  it('refuses a text without markers', () => {
    expect(() => withApiTable('# Pool\n')).toThrow('no markers')
  })
})

describe('withCalendarTables()', () => {
  const marked = '# Pool\n<!-- calendar: written by `npm run docs` -->\nold\n<!-- /calendar -->\nend\n'

  it('writes the routes, parameters and fields of each collection between the markers, and nothing else', () => {
    const text = withCalendarTables(marked)

    expect(text).toMatch(/^# Pool\n/)
    expect(text).toContain('Routes: `/events`, `/events/{id}`, `/events/by-slug/{slug}`.')
    expect(text).toContain('Routes: `/tags`, `/tags/{id}`.')
    expect(text).toMatch(/^\| `per_page` \| integer \| `10` \| Entries of a page; never more than 50 \|$/m)
    expect(text).toMatch(/^\| `start_date` \| string \| yes \| Start \|$/m)
    expect(text).toMatch(/^\| `order` \| string \| \| .*; not on recorded servers \|$/m)
    expect(text).not.toContain('\nold\n')
    expect(text).toMatch(/<!-- \/calendar -->\nend\n$/)
  })

  it('tells a stale table from a fresh one', () => {
    expect(withCalendarTables(withCalendarTables(marked, []))).not.toBe(withCalendarTables(marked, []))
    expect(withCalendarTables(withCalendarTables(marked))).toBe(withCalendarTables(marked))
  })
})

describe('withSettingsTable()', () => {
  const marked = '# Pool\n<!-- settings: written by `npm run docs` -->\nold\n<!-- /settings -->\nend\n'

  it('writes a row for each setting between the markers, and nothing else', () => {
    const text = withSettingsTable(marked)

    expect(text).toMatch(/^# Pool\n/)
    expect(text).toMatch(/^\| `PORT` \| `Local.Port` \| `5001` \| port of `npm start` \|$/m)
    expect(text).toMatch(/^\| `API_AUTHORIZATIONS` \| `API.Authorizations` \| \| \[who may call\]/m)
    expect(text).not.toContain('\nold\n')
    expect(text).toMatch(/<!-- \/settings -->\nend\n$/)
  })

  it('tells a stale table from a fresh one', () => {
    expect(withSettingsTable(withSettingsTable(marked, []))).not.toBe(withSettingsTable(marked, []))
    expect(withSettingsTable(withSettingsTable(marked))).toBe(withSettingsTable(marked))
  })
})

describe('proofsOf()', () => {
  const files = {
    'test/suite/cat.test.ts': ['add', 'cat', 'repo/stat'],
    'test/suite/client.test.ts': ['cat', 'get'],
    'test/suite/many.test.ts': ['add', 'cat', 'block/get/QmArgument', 'repo/stat', 'version'],
    'test/edge/kubo-rpc-client.test.ts': ['cat', 'id'],
  }
  const proofs = proofsOf({ isComplete: true, files })

  it('names a foreign client and the suite of the command, or the one that calls least else', () => {
    expect(proofs['cat']).toEqual({
      client: 'test/edge/kubo-rpc-client.test.ts',
      suite: 'test/suite/cat.test.ts',
    })
    expect(proofs['repo/stat']).toEqual({ suite: 'test/suite/cat.test.ts' })
    expect(proofs['id']).toEqual({ client: 'test/edge/kubo-rpc-client.test.ts' })
  })

  it('knows a command by a path that carries its argument', () => {
    expect(proofs['block/get']).toEqual({ suite: 'test/suite/many.test.ts' })
  })

  it('does not count our own client as proof', () => {
    expect(proofs['get']).toBeUndefined()
  })

  it('finds a record that a whole run does not bear out', () => {
    const calls = { isComplete: true, files: { 'test/suite/cat.test.ts': ['cat'] } }

    const cat = { suite: 'test/suite/cat.test.ts' }

    expect(proofFaults(calls, { cat })).toEqual([])
    expect(proofFaults(calls, {})).toHaveLength(1)
    expect(proofFaults(calls, { cat, get: { suite: 'test/suite/get.test.ts' } })).toHaveLength(1)
  })
})

describe('withMore()', () => {
  const found = { add: { client: 'test/unit/rpc/kubo-rpc-client.test.ts', suite: 'test/suite/add.test.ts' } }
  const whole = { client: 'test/edge/kubo-rpc-client-pins.test.ts', suite: 'test/suite/add.test.ts' }

  it('keeps the client that a run of all tests chose', () => {
    expect(withMore({ add: whole }, found)).toEqual({ add: whole })
  })

  it('adds what is not recorded, and replaces a client whose file is gone', () => {
    expect(withMore({}, found)).toEqual(found)
    expect(withMore({ add: { ...whole, client: 'test/edge/gone.test.ts' } }, found)).toEqual(found)
  })
})

describe('joinCalls()', () => {
  const part = (isComplete: boolean, files: Record<string, string[]>) => ({ isComplete, files })

  it('holds what a file has called on every host', () => {
    const joined = joinCalls([part(true, { a: ['cat'] }), part(true, { a: ['add', 'cat'], b: ['id'] })])

    expect(joined).toEqual({ isComplete: true, files: { a: ['add', 'cat'], b: ['id'] } })
  })

  it('is complete when every part is', () => {
    expect(joinCalls([part(true, {}), part(false, {})]).isComplete).toBe(false)
  })
})

describe('pathFaults()', () => {
  const files = ['src/rpc/commands/cat.ts', 'test/web/cat.page.test.ts', 'src/calendar/rest/print/form.ts']
  const faultsOf = (text: string) => pathFaults([{ path: 'GUIDE.md', text }], files)

  it('finds a file and a folder that are gone', () => {
    expect(faultsOf('Edit `src/rpc/commands/dog.ts`, then `dogs/`.')).toEqual([
      'GUIDE.md: there is no src/rpc/commands/dog.ts',
      'GUIDE.md: there is no dogs/',
    ])
  })

  it('finds them in a drawing', () => {
    expect(faultsOf('src/rpc/   commands\nsrc/cow/   milk')).toEqual(['GUIDE.md: there is no src/cow/'])
  })

  it('accepts relative paths, patterns, addresses and generated folders', () => {
    const text =
      '`rest/print/form.ts` `commands/` `test/web/*.page.test.ts` https://a.example/src/x `dist/web/`'

    expect(faultsOf(text)).toEqual([])
  })
})

describe('nameFaults()', () => {
  it('finds a name that no source has', () => {
    const text = 'Call `openPool()` with `PoolOptions`, never `Pond` or `close`.'

    expect(nameFaults([{ path: 'GUIDE.md', text }], ['function openPool({ a }: PoolOptions) {}'])).toEqual([
      'GUIDE.md: nothing is called Pond',
    ])
  })
})

describe('linkFaults()', () => {
  const other = { path: 'help/other.md', text: '# Other pool\n\n## The `tide`, twice\n' }
  const faultsOf = (text: string) => linkFaults([{ path: 'help/pool.md', text }, other], ['src/a.ts'])

  it('accepts links to files, documents, their headings and other sites', () => {
    const text =
      '## Here\n[a](../src/a.ts) [b](other.md) [c](other.md#the-tide-twice) [d](#here) [e](https://a.example/x)'

    expect(faultsOf(text)).toEqual([])
  })

  it('finds links to no file and to no heading', () => {
    expect(faultsOf('[a](../src/b.ts) [b](other.md#tide) [c](#here)')).toEqual([
      'help/pool.md: dead link ../src/b.ts',
      'help/pool.md: dead link other.md#tide',
      'help/pool.md: dead link #here',
    ])
  })

  it('finds a heading that is there twice, and leaves code alone', () => {
    expect(faultsOf('## Here\n```sh\n# Here\n[a](b.md)\n```\n`[a](b.md)`\n### Here\n')).toEqual([
      'help/pool.md: two headings are #here',
    ])
  })
})

describe('commentsOf()', () => {
  it('leaves out the code', () => {
    expect(commentsOf("/** See `a.ts`. */\nconst path = 'b/'\n  // and `c/`")).toBe(
      '/** See `a.ts`. */\n  // and `c/`',
    )
  })
})
