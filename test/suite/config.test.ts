import { afterAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { file, form } from '../requests/form.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many refusals the other hosts get one: the core judges them. */
const EVERY = 4

const post = (path: string, init = {}) => send(`/api/v0/${path}`, { method: 'POST', ...init })

async function answer(path: string, init = {}): Promise<unknown[]> {
  const response = await post(path, init)
  return [response.status, await response.json()]
}

const failed = (message: string) => [500, { Message: message, Code: 0, Type: 'error' }]
const set = (path: string, value: string, more = '') =>
  answer(`config?${new URLSearchParams([...[path, value].map((arg) => ['arg', arg])])}${more}`)
const show = async () => (await post('config/show')).json()
const replace = (document: unknown) =>
  post('config/replace', form(file('', typeof document === 'string' ? document : JSON.stringify(document))))

afterAll(async () => {
  await replace({})
})

describe('POST /api/v0/config', () => {
  it('sets and gets a value of any key, also of one that no setting has', async () => {
    expect(await set('Own.Fruit', 'banana')).toEqual([200, { Key: 'Own.Fruit', Value: 'banana' }])
    expect(await answer('config?arg=Own.Fruit')).toEqual([200, { Key: 'Own.Fruit', Value: 'banana' }])
    expect(await answer('config?arg=Own')).toEqual([200, { Key: 'Own', Value: { Fruit: 'banana' } }])
    expect(await show()).toMatchObject({ Own: { Fruit: 'banana' } })
  })

  it.each([
    ['true', '&bool=true', true],
    ['yes', '&bool=true', false],
    ['{"b":[1,null],"a":"<"}', '&json=true', { a: '<', b: [1, null] }],
    ['', '', ''],
    ['{"__proto__":{"x":1}}', '&json=true', JSON.parse('{"__proto__":{"x":1}}')],
  ])('takes "%s" with "%s"', async (value, more, expected) => {
    expect(await set('Own.Kind', value, more)).toEqual([200, { Key: 'Own.Kind', Value: expected }])
    expect(await answer('config?arg=Own.Kind')).toEqual([200, { Key: 'Own.Kind', Value: expected }])
  })

  it('says that a new value needs a restart, where it does', async () => {
    const [, changed] = await set('Ledger.BatchCommits', '8')

    expect(changed).toEqual({ Key: 'Ledger.BatchCommits', Value: 8, NeedsRestart: true })
    expect(await set('Ledger.BatchCommits', '8')).toEqual([200, { Key: 'Ledger.BatchCommits', Value: 8 }])
    expect(await set('Mounts.IPFS', '/content')).toEqual([200, { Key: 'Mounts.IPFS', Value: '/content' }])
  })

  it('has its default again when it is set to null', async () => {
    await set('Ledger.BatchCommits', '9')

    expect(await set('Ledger.BatchCommits', 'null', '&json=true')).toMatchObject([200, { Value: 64 }])
  })

  it('keeps a list of a variable as a list', async () => {
    expect(await set('Audit.Hosts', 'a.example, b.example:8080')).toMatchObject([
      200,
      { Value: ['a.example', 'b.example:8080'] },
    ])
    expect(await set('Audit.Hosts', '["c.example"]', '&json=true')).toMatchObject([
      200,
      { Value: ['c.example'] },
    ])
  })

  it.each(
    sampleOnHosts(
      [
        ['Nope', 'failed to get config value: "Nope not found"'],
        ['Nope.a.b', 'failed to get config value: "Nope not found"'],
        ['Swarm.Nope', 'failed to get config value: "Swarm.Nope not found"'],
        ['Routing.Type.x', 'failed to get config value: "Routing.Type key is not a map"'],
        ['', 'failed to get config value: " not found"'],
        ['__proto__', 'failed to get config value: "__proto__ not found"'],
        ['constructor.name', 'failed to get config value: "constructor not found"'],
        ['Identity', 'cannot show or change private key through API'],
        ['identity.privkey', 'cannot show or change private key through API'],
        ['Pinning', 'cannot show or change pinning services credentials'],
        ['Pinning.RemoteServices.x.API.Key', 'cannot show or change pinning services credentials'],
        ['API.Authorizations', 'cannot show or change API.Authorizations through API'],
        ['keys.encryptionkey', 'cannot show or change Keys.EncryptionKey through API'],
        ['Calendar.Users.0', 'cannot show or change Calendar.Users through API'],
      ],
      EVERY,
    ),
  )('refuses to show "%s"', async (key, message) => {
    expect(await answer(`config?arg=${encodeURIComponent(key)}`)).toEqual(failed(message))
  })

  const wrong = (reason: string) => `failed to set config value: ${reason} (maybe use --json?)`
  it.each(
    sampleOnHosts(
      [
        ['Bootstrap', 'abc', '', wrong('Bootstrap is not a list of texts')],
        ['Swarm.ConnMgr.LowWater', 'x', '', wrong('Swarm.ConnMgr.LowWater is not a whole number')],
        ['Swarm', 'x', '', wrong('Swarm key is not a map')],
        ['Routing.Type.x', '1', '', wrong('Routing.Type key is not a map')],
        [
          'Ledger.KeepRoots',
          '0',
          '',
          'failed to set config value: Cannot read Ledger.KeepRoots "0": not a number of roots from 1 to 1000000000',
        ],
        [
          'Audit.Hosts',
          '{"a":1}',
          '&json=true',
          'failed to set config value: Audit.Hosts is not a list of texts',
        ],
        [
          'Audit.Hosts',
          'true',
          '&bool=true',
          'failed to set config value: Audit.Hosts is not a list of texts',
        ],
        ['Log.Level', '["info"]', '&json=true', 'failed to set config value: Log.Level is not a text'],
        [
          'Ledger.AddressPrefix',
          'true',
          '&bool=true',
          'failed to set config value: Ledger.AddressPrefix is not a text',
        ],
        [
          'Provide.Enabled',
          '["true"]',
          '&json=true',
          'failed to set config value: Provide.Enabled is not true or false',
        ],
        [
          'Ledger.KeepRoots',
          '["5"]',
          '&json=true',
          'failed to set config value: Ledger.KeepRoots is not a number',
        ],
        [
          'Peering.Peers',
          '[{"ID":1}]',
          '&json=true',
          'failed to set config value: Peering.Peers is not a list of peers with "ID" and "Addrs"',
        ],
        [
          'Swarm.ConnMgr.GracePeriod',
          'soon',
          '',
          'failed to set config value: Swarm.ConnMgr.GracePeriod is not a duration such as "20s"',
        ],
        ['a..b', '1', '', wrong('"a..b" has an empty key')],
        [
          Array(65).fill('d').join('.'),
          '1',
          '&json=true',
          `failed to set config value: "${'d.'.repeat(40)}" has over 64 keys`,
        ],
        [
          Array(40).fill('d').join('.'),
          '['.repeat(40) + ']'.repeat(40),
          '&json=true',
          'failed to set config value: Cannot store settings: over 64 levels deep',
        ],
        ['Own.X', '{', '&json=true', 'failed to unmarshal json. unexpected end of JSON input'],
        [
          'Own.X',
          'nope',
          '&json=true',
          "failed to unmarshal json. invalid character 'o' in literal null (expecting 'u')",
        ],
        [
          'Own.X',
          '['.repeat(5000) + ']'.repeat(5000),
          '&json=true',
          'failed to unmarshal json. exceeded max depth',
        ],
        ['Identity.PrivKey', 'x', '', 'cannot show or change private key through API'],
        [
          'API',
          '{"Authorizations":{}}',
          '&json=true',
          'cannot show or change API.Authorizations through API',
        ],
        [
          'Gateway.Domain',
          'a.example',
          '',
          'cannot change Gateway.Domain: only the environment may set it, as GATEWAY_DOMAIN',
        ],
        ['Local.Port', '5', '', 'cannot change Local.Port: only the environment may set it, as PORT'],
        [
          'Local',
          '{"DiskReserve":null}',
          '&json=true',
          'cannot change Local.DiskReserve: only the environment may set it, as DISK_RESERVE_MIB',
        ],
        [
          'Identity.PeerID',
          'x',
          '',
          "cannot set Identity.PeerID to a value that does not match the node's private key; use 'ipfs key rotate' to change the node identity",
        ],
      ],
      EVERY,
    ),
  )('refuses to set %s to %.40s', async (key, value, more, message) => {
    const before = await show()

    expect(await set(key, value, more)).toEqual(failed(message))
    expect(await show()).toEqual(before)
  })

  it('writes texts as they are and anything else as indented JSON for a person', async () => {
    expect(await (await post('config?arg=Routing.Type&encoding=text')).text()).toBe('dht\n')
    expect(await (await post('config?arg=Bootstrap&encoding=text')).text()).toBe('[]\n')
  })

  it('needs a key', async () => {
    const response = await post('config')

    expect([response.status, await response.text()]).toEqual([400, 'argument "key" is required\n'])
  })

  it('loses none of several changes at the same time', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `key${at}`)

    await Promise.all(names.map((name) => set(`Many.${name}`, name)))

    expect((await show()).Many).toEqual(Object.fromEntries(names.map((name) => [name, name])))
  })
})

describe('POST /api/v0/config/show', () => {
  it('answers the whole document with its keys in order, and no secret', async () => {
    const document = await show()

    expect(document).toMatchObject({
      Identity: { PeerID: expect.stringMatching(/^12D3/) },
      Bootstrap: [],
      Swarm: { AddrFilters: null, ConnMgr: { LowWater: 600, HighWater: 900, GracePeriod: '20s' } },
      Blocks: { VerifyReads: 'on' },
    })
    expect(Object.keys(document)).toEqual(Object.keys(document).sort())
    expect(JSON.stringify(document)).not.toMatch(/privkey|authorizations|encryptionkey|users/i)
  })

  it('answers only the variables of the settings that the environment sets, where that is asked', async () => {
    const [status, held] = await answer('config/show?environment=true')

    expect(status).toBe(200)
    expect(Object.values(Object(held))).toEqual(
      Object.values(Object(held)).filter((name) => /^[A-Z_]+$/.test(String(name))),
    )
    expect(held).not.toHaveProperty('Identity')
  })
})

describe('POST /api/v0/config/replace', () => {
  it('stores another document: what it leaves out has its default', async () => {
    await set('Own.Left', 'out')

    const response = await replace({ Own: { Right: 1 }, Routing: { Type: 'none' } })

    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(await show()).toMatchObject({ Own: { Right: 1 }, Routing: { Type: 'none' }, Bootstrap: [] })
    expect((await show()).Own).toEqual({ Right: 1 })
  })

  it('accepts the output of config/show', async () => {
    const shown = await show()

    expect((await replace(shown)).status).toBe(200)
    expect(await show()).toEqual(shown)
  })

  it.each(
    sampleOnHosts(
      [
        ['not JSON', 'failed to decode file as config'],
        ['[1]', 'failed to decode file as config'],
        ['', 'failed to decode file as config'],
        [{ Identity: { PrivKey: 'x' } }, 'setting private key with API is not supported'],
        [
          { Pinning: { RemoteServices: { a: { API: { Key: 'x' } } } } },
          "cannot add or remove remote pinning services with 'config replace'",
        ],
        [{ Calendar: { Users: [] } }, 'cannot show or change Calendar.Users through API'],
        [{ Bootstrap: 'x' }, 'Bootstrap is not a list of texts'],
        [{ Log: { Level: 'info' }, Audit: { Hosts: 5 } }, 'Audit.Hosts is not a list of texts'],
        [{ Ledger: { BatchCommits: [] } }, 'Ledger.BatchCommits is not a number'],
        [{ Own: Array(150_000).fill(1) }, 'Cannot store settings: over 262144 bytes'],
      ],
      EVERY,
    ),
  )('refuses %o', async (document, message) => {
    const before = await show()
    const response = await replace(document)

    expect([response.status, (await response.json()).Message]).toEqual([500, message])
    expect(await show()).toEqual(before)
  })

  it('refuses a body that is too large to be one, and none', async () => {
    const large = await replace(' '.repeat(600_000))
    const none = await post('config/replace')

    expect([large.status, (await large.json()).Message]).toEqual([400, 'Cannot read file: over 524288 bytes'])
    expect([none.status, await none.text()]).toEqual([400, "file argument 'file' is required\n"])
  })
})

describe('POST /api/v0/config/profile/apply', () => {
  it('shows the difference without making it', async () => {
    const before = await show()
    const [status, change] = await answer('config/profile/apply?arg=lowpower&dry-run=true')

    expect([status, change]).toMatchObject([
      200,
      {
        OldCfg: before,
        NewCfg: { Routing: { Type: 'dhtclient' }, Swarm: { ConnMgr: { LowWater: 20, HighWater: 40 } } },
      },
    ])
    expect(await show()).toEqual(before)
  })

  it('applies it, and reverts it', async () => {
    await answer('config/profile/apply?arg=server')
    const { Swarm, Addresses } = await show()
    await answer('config/profile/apply?arg=server')

    expect(Swarm.AddrFilters).toContain('/ip4/10.0.0.0/ipcidr/8')
    expect(Swarm.AddrFilters).toHaveLength(16)
    expect(Addresses.NoAnnounce).toEqual(Swarm.AddrFilters)
    expect((await show()).Swarm.AddrFilters).toHaveLength(16)

    await answer('config/profile/apply?arg=local-discovery')
    expect((await show()).Addresses.NoAnnounce).toEqual([])
  })

  it.each([
    ['flatfs', { Datastore: { Spec: { type: 'mount', mounts: [{ mountpoint: '/blocks' }, {}] } } }],
    ['badgerds', { Datastore: { Spec: { type: 'measure', child: { type: 'badgerds', truncate: true } } } }],
    ['announce-off', { Provide: { Enabled: false, DHT: { Interval: '0' } } }],
    ['announce-on', { Provide: { Enabled: true, DHT: { Interval: '22h' } } }],
  ])('has the reference profile "%s"', async (name, values) => {
    const [status, change] = await answer(`config/profile/apply?arg=${name}&dry-run=true`)

    expect([status, change]).toMatchObject([200, { NewCfg: values }])
  })

  it.each(['nope', '', 'constructor', 'autoconf-on'])('refuses "%s"', async (name) => {
    expect(await answer(`config/profile/apply?arg=${name}`)).toEqual(failed(`${name} is not a profile`))
  })
})

it('POST /api/v0/config/edit says what to use instead', async () => {
  expect(await answer('config/edit')).toEqual(
    failed('Cannot edit settings: this host has no editor; use config/show and config/replace'),
  )
})
