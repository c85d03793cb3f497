import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { Miniflare } from 'miniflare'
import { describe, expect, it, onTestFinished } from 'vitest'
import { publicNetwork } from '../../edge/local/public-network.ts'
import { useSections } from '../../edge/use-sections.ts'
import { parseConfig } from '../../src/config/read-config.ts'

const HOSTS = {
  audit: 'node.example.org:8080',
  healing: 'ipfs.example.org',
  fetching: 'blocks.example.org',
  pictures: 'images.example.org',
} as const
const PURPOSES = ['audit', 'healing', 'fetching', 'pictures'] as const

const PINNING = parseConfig({ PINNING_HOSTS: '127.0.0.1:8080, pins.lan' })

describe('what a node at the edge may ask others for', () => {
  const { outbound: ports } = useSections(
    parseConfig({
      AUDIT_HOSTS: HOSTS.audit,
      HEAL_HOSTS: HOSTS.healing,
      FETCH_HOSTS: HOSTS.fetching,
      CALENDAR_IMAGE_HOSTS: HOSTS.pictures,
    }),
  )
  const refusal = (purpose: (typeof PURPOSES)[number], host: string) =>
    ports[purpose]?.refusal(new URL(`https://${host}/ipfs/cid`))

  it.each(PURPOSES)('asks the hosts named for %s for that, and for nothing else', (named) => {
    const asking = PURPOSES.filter((purpose) => refusal(purpose, HOSTS[named]) === undefined)

    expect(asking).toEqual([named])
  })

  it('names the variable in which a host is missing', () => {
    expect(refusal('audit', HOSTS.healing)).toBe('AUDIT_HOSTS of this node does not name its host')
  })

  it('makes no request where no host is named', () => {
    const none = useSections(parseConfig({})).outbound

    for (const purpose of PURPOSES) {
      expect(none[purpose]?.refusal(new URL('https://node.example.org/'))).toMatch(/does not name its host$/)
    }
  })

  it.each([
    ['http://127.0.0.1:8080/pins', undefined],
    ['https://pins.lan/pins', undefined],
    ['https://pins.example.org/pins', undefined],
    ['http://127.0.0.1:8081/pins', 'address literal'],
    ['http://localhost/pins', 'local name'],
  ])('asks a pinning service at %s by the text of its address', (address, reason) => {
    const refusal = useSections(PINNING).outbound.pinning?.refusal(new URL(address))

    if (reason === undefined) expect(refusal).toBeUndefined()
    else expect(refusal).toMatch(new RegExp(`${reason}.*PINNING_HOSTS$`))
  })

  it('asks for URLs that are added only where the urlstore is enabled, and by the text of the address', () => {
    const enabled = parseConfig({ URLSTORE_ENABLED: 'true', URLSTORE_HOSTS: '127.0.0.1:8080' })
    const refusal = (address: string) => useSections(enabled).outbound.sources?.refusal(new URL(address))

    expect(useSections(parseConfig({})).outbound.sources).toBeUndefined()
    expect(refusal('https://files.example.org/a')).toBeUndefined()
    expect(refusal('http://127.0.0.1:8080/a')).toBeUndefined()
    expect(refusal('http://169.254.169.254/')).toMatch(/address literal.*URLSTORE_HOSTS$/)
  })

  it.each([
    [
      'through the public network, where callers name the host',
      'https://files.example.org/a',
      ['files.example.org'],
    ],
    ['past it, where the owner names a private one', 'http://127.0.0.1:9/a', []],
  ])('asks %s', async (_, address, expected) => {
    const asked: string[] = []
    const publicNetwork = {
      fetch: async (request: Request) => {
        asked.push(new URL(request.url).host)
        return new Response()
      },
    }
    const config = parseConfig({
      URLSTORE_ENABLED: 'true',
      URLSTORE_HOSTS: '127.0.0.1:9',
      PINNING_HOSTS: '127.0.0.1:9',
    })
    const { sources, pinning } = useSections(config, publicNetwork).outbound

    for (const port of [sources, pinning]) await port?.fetch(new Request(address)).catch(() => undefined)

    expect(new Set(asked)).toEqual(new Set(expected))
  })
})

/** A name that the system resolves to loopback, and nothing else. */
const PRIVATE_NAME = 'localhost'

it('connects to no private address, whichever name leads to it', async () => {
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    response.end('private')
  }).listen(0)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const runtime = new Miniflare({
    modules: true,
    script: `export default { async fetch(request, env) {
      const ask = (network) => network(new URL(request.url).searchParams.get('url')).then((r) => r.text(), () => 'refused')
      return Response.json([await ask((url) => env.PUBLIC_NETWORK.fetch(url)), await ask((url) => fetch(url))])
    } }`,
    serviceBindings: { PUBLIC_NETWORK: publicNetwork() },
    // The runtime prints what it refuses.
    handleRuntimeStdio(stdout: Readable, stderr: Readable) {
      stdout.resume()
      stderr.resume()
    },
  })
  onTestFinished(() => runtime.dispose())
  const { port } = server.address() as AddressInfo

  const url = encodeURIComponent(`http://${PRIVATE_NAME}:${port}/`)
  const answers = await runtime.dispatchFetch(`http://worker/?url=${url}`)

  expect(await answers.json()).toEqual(['refused', 'private'])
  expect(requests).toBe(1)
})
