import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { send } from '#host'
import { file, form } from '../requests/form.ts'
import { callKeys as call, errorOf, failure } from '../requests/keys.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many inputs the other hosts get one: the core reads them. */
const EVERY = 4

const SERVICES = `${inject('outsideUrl')}/pinning`
const PREFIX = 'pin-remote'
const GOOD = `${PREFIX} good`

interface RemotePin {
  readonly Status: string
  readonly Cid: string
  readonly Name: string
}

/** The first CIDs of small files that this suite adds. */
const cids: string[] = []

describe('pin/remote', () => {
  beforeAll(async () => {
    for (const text of ['one', 'two', 'three']) {
      const response = await send('/api/v0/add?cid-version=1', form(file(text, `pin-remote ${text}`)))
      cids.push(((await response.json()) as { readonly Hash: string }).Hash)
    }
    await addService('good', { key: freshKey() })
  })

  afterAll(removeServices)

  it('adds in the foreground, and answers when the service has pinned', async () => {
    const response = await call('pin/remote/add', { service: GOOD, arg: cids[0] ?? '', name: 'first' })

    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.text()).toBe(`{"Status":"pinned","Cid":"${cids[0]}","Name":"first"}\n`)
    expect(await listed({ name: 'first' })).toEqual([{ Status: 'pinned', Cid: cids[0], Name: 'first' }])
  })

  it('adds in the background, and answers at once', async () => {
    const query = { service: GOOD, arg: `/ipfs/${cids[1]}`, background: 'true' }
    const response = await call('pin/remote/add', query)

    expect(await response.text()).toBe(`{"Status":"queued","Cid":"${cids[1]}","Name":""}\n`)
    expect(await listed({ cid: cids[1] ?? '' })).toEqual([])
    expect(await listed({ cid: cids[1] ?? '', status: ['queued', 'pinning'] })).toHaveLength(1)
  })

  it('says when the service fails to pin', async () => {
    const answer = errorOf(call('pin/remote/add', { service: GOOD, arg: cids[2] ?? '', name: 'fails' }))

    expect(await answer).toEqual([
      500,
      expect.stringContaining('remote service failed to pin requestid=\\"id/'),
    ])
    expect(await listed({ status: 'failed' })).toEqual([{ Status: 'failed', Cid: cids[2], Name: 'fails' }])
  })

  it('prints a pin as text', async () => {
    const query = { service: GOOD, arg: cids[0] ?? '', name: 'text', background: 'true', encoding: 'text' }

    expect(await (await call('pin/remote/add', query)).text()).toBe(
      `CID:    ${cids[0]}\nName:   text\nStatus: queued\n`,
    )
    const lines = await call('pin/remote/ls', {
      service: GOOD,
      name: 'text',
      status: 'queued',
      encoding: 'text',
    })
    expect(await lines.text()).toBe(`${cids[0]}\tqueued\ttext\n`)
  })

  it('lists by name, CIDs and states, page after page, and more than ten CIDs', async () => {
    const service = await addService('pages', { behaviour: 'full', key: freshKey() })
    const [status, cid] = ['queued', 'bafkqabtimvwgy3yk']

    expect(await listed({ service, status })).toHaveLength(105)
    expect(await listed({ service, status, name: 'n3' })).toHaveLength(15)
    expect(await listed({ service, status, name: '' })).toHaveLength(105)
    expect(await listed({ service, status, cid })).toHaveLength(52)
    const others = Array.from({ length: 12 }, (_, at) => cids[at % 3] ?? '')
    expect(await listed({ service, status, cid: [...others, cid] })).toHaveLength(52)
    const empty = await call('pin/remote/ls', { service })
    expect([empty.status, await empty.text()]).toEqual([200, ''])
  })

  it('removes one match, and several only by force', async () => {
    const service = await addService('removals', { key: freshKey() })
    for (const name of ['a', 'b', 'b']) {
      await (await call('pin/remote/add', { service, arg: cids[0] ?? '', name, background: 'true' })).text()
    }
    const status = ['queued', 'pinned']
    const guarded = 'multiple remote pins are matching this query, add --force to confirm the bulk removal'

    expect(await errorOf(call('pin/remote/rm', { service, status }))).toEqual(failure(guarded))
    expect(await listed({ service, status })).toHaveLength(3)
    expect(await bodyOf(call('pin/remote/rm', { service, status, name: 'none' }))).toEqual([200, ''])
    expect(await bodyOf(call('pin/remote/rm', { service, status, name: 'a' }))).toEqual([200, ''])
    expect(await listed({ service, status })).toHaveLength(2)
    expect(await bodyOf(call('pin/remote/rm', { service, status, force: 'true' }))).toEqual([200, ''])
    expect(await listed({ service, status })).toEqual([])
  })

  it.each(['add', 'ls', 'rm'])('%s needs a service that is known', async (command) => {
    const arg = cids[0] ?? ''

    expect(await errorOf(call(`pin/remote/${command}`, { arg }))).toEqual(
      failure('a service name must be passed'),
    )
    expect(await errorOf(call(`pin/remote/${command}`, { arg, service: '' }))).toEqual(
      failure('remote pinning service name not specified'),
    )
    expect(await errorOf(call(`pin/remote/${command}`, { arg, service: `${PREFIX} none` }))).toEqual(
      failure('service not known'),
    )
  })

  it('refuses states and CIDs that cannot be', async () => {
    const ls = (query: Readonly<Record<string, string>>) =>
      errorOf(call('pin/remote/ls', { service: GOOD, ...query }))

    expect(await ls({ status: 'odd' })).toEqual(failure('status "odd" is not valid'))
    expect(await ls({ status: 'queued,pinned' })).toEqual(failure('status "queued,pinned" is not valid'))
    expect(await ls({ cid: 'zzz' })).toEqual([
      500,
      expect.stringContaining('CID \\"zzz\\" cannot be parsed: '),
    ])
    expect(await errorOf(call('pin/remote/rm', { service: GOOD, status: 'odd' }))).toEqual(
      failure('error while listing remote pins: status "odd" is not valid'),
    )
  })

  it('gives the reason of a service that refuses', async () => {
    const service = await addService('refused', { key: 'wrong key' })
    const reason = 'reason: "UNAUTHORIZED", details: "Access token is missing or invalid": 401 Unauthorized'

    expect(await errorOf(call('pin/remote/ls', { service }))).toEqual(failure(reason))
    expect(await errorOf(call('pin/remote/add', { service, arg: cids[0] ?? '' }))).toEqual(failure(reason))
    expect(await errorOf(call('pin/remote/rm', { service }))).toEqual(
      failure(`error while listing remote pins: ${reason}`),
    )
  })

  it.each([
    ['garbage', /no JSON/],
    ['redirect', /^empty response from remote pinning service: /],
    ['huge', /^empty response from remote pinning service: /],
    ['plain', /503 Service Unavailable$/],
    ['endless', /pages of the service do not end/],
    ['malformed', /malformed "requestid"|malformed "status"/],
  ])('ends with an error where a service answers %s', async (behaviour, expected) => {
    const service = await addService(behaviour, { behaviour, key: 'secret of mine' })
    const response = await call('pin/remote/ls', { service })
    const text = await response.text()
    const { Message } = JSON.parse(text.trim().split('\n').at(-1) ?? '') as { readonly Message: string }

    expect(Message).toMatch(expected)
    expect(text).not.toContain('secret of mine')
  })

  it('never prints the key of a service, not when the service repeats it', async () => {
    const service = await addService('echo', { behaviour: 'echo', key: 'secret of mine' })
    const texts = [
      await (await call('pin/remote/ls', { service })).text(),
      await (await call('pin/remote/service/ls')).text(),
    ]

    expect(texts[0]).toContain('403 Forbidden')
    expect(texts.join('')).not.toContain('secret of mine')
  })
})

describe('pin/remote/service', () => {
  afterAll(removeServices)

  it('adds, lists by name with counts, and removes', async () => {
    const second = await addService('service 2', { key: 'wrong' })
    const first = await addService('service 1', { key: freshKey() })
    const arg = identityCid(1)
    await (await call('pin/remote/add', { service: first, arg, background: 'true' })).text()
    const ApiEndpoint = `${SERVICES}/good`

    expect(await services()).toEqual([
      { Service: first, ApiEndpoint },
      { Service: second, ApiEndpoint },
    ])
    const PinCount = { Queued: 1, Pinning: 0, Pinned: 0, Failed: 0 }
    expect(await services({ stat: 'true' })).toEqual([
      { Service: first, ApiEndpoint, Stat: { Status: 'valid', PinCount } },
      { Service: second, ApiEndpoint, Stat: { Status: 'invalid' } },
    ])
    const text = await (await call('pin/remote/service/ls', { stat: 'true', encoding: 'text' })).text()
    expect(text).toContain(`${first} ${ApiEndpoint} 1/0/0/0\n${second} ${ApiEndpoint} invalid\n`)
    expect(await bodyOf(call('pin/remote/service/rm', { arg: first }))).toEqual([200, ''])
    expect(await bodyOf(call('pin/remote/service/rm', { arg: first }))).toEqual([200, ''])
    expect(await services()).toEqual([{ Service: second, ApiEndpoint }])
  })

  it('keeps a service of the same name', async () => {
    const name = await addService('taken', { key: 'k' })

    expect(await errorOf(call('pin/remote/service/add', { arg: [name, SERVICES, 'other'] }))).toEqual(
      failure('service already present'),
    )
  })

  it.each(
    sampleOnHosts(
      [
        ['ftp://example.org', 'service endpoint must be a valid HTTP URL'],
        ['example.org', 'service endpoint must be a valid HTTP URL'],
        ['', 'service endpoint must be a valid HTTP URL'],
        ['http://', 'service endpoint must be a valid HTTP URL'],
        ['https://user:password@example.org', 'service endpoint must be a valid HTTP URL'],
        ['https://example.org/pins', 'service endpoint should be provided without the /pins suffix'],
        ['https://example.org/pins/', 'service endpoint should be provided without the /pins suffix'],
        ['https://example.org/?a=1', 'service endpoint should be provided without any query parameters'],
      ],
      EVERY,
    ),
  )('refuses the endpoint %s', async (endpoint, message) => {
    const arg = [`${PREFIX} endpoint`, endpoint, 'key']

    expect(await errorOf(call('pin/remote/service/add', { arg }))).toEqual(failure(message))
  })

  it('refuses names and keys without end, and a missing argument', async () => {
    const long = 'n'.repeat(10_000)

    expect((await call('pin/remote/service/add', { arg: [PREFIX + long, SERVICES, 'k'] })).status).toBe(500)
    expect((await call('pin/remote/service/add', { arg: [PREFIX, SERVICES, long] })).status).toBe(500)
    expect((await call('pin/remote/service/add', { arg: [PREFIX, SERVICES + long, 'k'] })).status).toBe(500)
    const missing = await call('pin/remote/service/add', { arg: [PREFIX, SERVICES] })
    expect([missing.status, await missing.text()]).toEqual([400, 'argument "key" is required\n'])
  })
})

interface ServiceOptions {
  readonly key: string
  readonly behaviour?: string
}

async function addService(name: string, { key, behaviour = 'good' }: ServiceOptions): Promise<string> {
  const service = `${PREFIX} ${name}`
  const added = await bodyOf(
    call('pin/remote/service/add', { arg: [service, `${SERVICES}/${behaviour}/`, key] }),
  )
  expect(added).toEqual([200, ''])
  return service
}

async function services(query: Readonly<Record<string, string>> = {}) {
  const answer: { readonly RemoteServices: readonly { readonly Service: string }[] } = await (
    await call('pin/remote/service/ls', query)
  ).json()
  return answer.RemoteServices.filter(({ Service }) => Service.startsWith(PREFIX))
}

async function removeServices(): Promise<void> {
  for (const { Service: arg } of await services()) await call('pin/remote/service/rm', { arg })
}

async function listed(
  query: Readonly<Record<string, string | readonly string[]>>,
): Promise<readonly RemotePin[]> {
  const text = await (await call('pin/remote/ls', { service: GOOD, ...query })).text()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

async function bodyOf(response: Promise<Response>): Promise<readonly [number, string]> {
  const { status, ...answer } = { status: (await response).status, text: await (await response).text() }
  return [status, answer.text]
}

/** Services outlive a run of this file, and each key has pins of its own there. */
function freshKey(): string {
  return `key ${crypto.randomUUID()}`
}

/** A CID whose content is in it. */
function identityCid(at: number): string {
  return ['bafkqaaik', 'bafkqabtimvwgy3yk', 'bafkqaaa', 'bafkqaaih'][at % 4] ?? ''
}
