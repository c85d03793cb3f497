import { describe, expect, it } from 'vitest'
import { browserPath, redirectBelowBrowser } from '../../web/host/service-worker/browser-path.ts'
import { isNodeRequest, isRefused, type JudgedCall } from '../../web/host/service-worker/call-rules.ts'

const OWN = 'https://pool.example'
const OTHER = 'https://other.example'

const fromThePage: JudgedCall = {
  method: 'POST',
  mode: 'cors',
  destination: '',
  referrer: `${OWN}/`,
  url: `${OWN}/api/v0/add?pin=true`,
  origin: null,
  serviceWorker: null,
}

/** What both the API and the calendar are asked to do. */
const WRITES = [
  { method: 'POST', url: `${OWN}/api/v0/add?pin=true` },
  { method: 'POST', url: `${OWN}/cal/events/v1/events` },
  { method: 'POST', url: `${OWN}/cal/events/v1/events/7?_method=DELETE` },
  { method: 'POST', url: `${OWN}/cal/events/v1` },
  ...['PUT', 'PATCH', 'DELETE'].map((method) => ({ method, url: `${OWN}/cal/events/v1/events/7` })),
  { method: 'POST', url: `${OWN}/browser/api/v0/add?pin=true` },
  { method: 'PATCH', url: `${OWN}/browser/cal/events/v1/events/7` },
  { method: 'POST', url: `${OWN}/%63al/events/v1/events` },
  { method: 'PUT', url: `${OWN}/%72outing/v1/ipns/k51test` },
]

describe('isRefused()', () => {
  for (const [title, call] of [
    ['of the page itself', {}],
    ['of the page itself that names its origin', { origin: OWN }],
    ['of a page that sends no referrer', { referrer: '' }],
    ['of a page whose referrer the engine hides', { referrer: 'about:client' }],
    ['that only reads and comes from elsewhere', { method: 'GET', mode: 'navigate', referrer: `${OTHER}/` }],
    [
      'that opens stored content from elsewhere',
      { method: 'GET', mode: 'navigate', url: `${OWN}/ipfs/x`, referrer: `${OTHER}/` },
    ],
    [
      'for a script of the page',
      { method: 'GET', destination: 'serviceworker', url: `${OWN}/sw.js`, serviceWorker: 'script' },
    ],
  ] as const) {
    it(`lets a call pass ${title}`, () => {
      for (const write of WRITES) expect(isRefused({ ...fromThePage, ...write, ...call })).toBe(false)
    })
  }

  for (const [title, call] of [
    ['a form post, which navigates', { mode: 'navigate' }],
    ['a form post that hides where it comes from', { mode: 'navigate', referrer: '' }],
    ['a foreign origin', { origin: OTHER }],
    ['the origin of a sandbox', { origin: 'null' }],
    ['a foreign referrer', { referrer: `${OTHER}/page` }],
    ['a referrer that only begins like the own origin', { referrer: `${OWN}.other.example/` }],
    ['a referrer that is no address', { referrer: 'null' }],
    ['stored content', { referrer: `${OWN}/ipfs/QmTest/index.html` }],
    ['stored content of this browser', { referrer: `${OWN}/browser/ipfs/QmTest/index.html` }],
    ['stored content by an escaped path', { referrer: `${OWN}/browser/%69pfs/QmTest/%` }],
    ['stored content by its other name', { referrer: `${OWN}/cas/QmTest` }],
  ] as const) {
    it(`refuses a write with ${title}`, () => {
      for (const write of WRITES) expect(isRefused({ ...fromThePage, ...write, ...call })).toBe(true)
    })
  }

  for (const path of [
    '/ipfs/QmTest/sw.js',
    '/cas/QmTest/sw.js',
    '/browser/ipfs/QmTest/sw.js',
    '/%69pfs/QmTest/sw.js',
  ]) {
    it(`refuses ${path} as a service worker`, () => {
      const read = { ...fromThePage, method: 'GET', url: `${OWN}${path}` }

      expect(isRefused({ ...read, serviceWorker: 'script' })).toBe(true)
      expect(isRefused({ ...read, destination: 'serviceworker' })).toBe(true)
      expect(isRefused(read)).toBe(false)
    })
  }
})

describe('browserPath()', () => {
  it('is the path of the node below /browser, and nothing elsewhere', () => {
    const paths = [
      '/browser',
      '/browser/',
      '/browser/ipfs/QmTest',
      '/browser/browser/x',
      '/browserx',
      '/ipfs/x',
    ]

    expect(paths.map(browserPath)).toEqual(['/', '/', '/ipfs/QmTest', '/browser/x', undefined, undefined])
  })
})

describe('redirectBelowBrowser()', () => {
  it.each([
    ['/ipfs/QmTest/', '/browser/ipfs/QmTest/'],
    ['page?a=b#c', '/browser/ipfs/page?a=b#c'],
    [`${OWN}/event/walk/`, '/browser/event/walk/'],
    [`${OTHER}/ipfs/QmTest/`, `${OTHER}/ipfs/QmTest/`],
  ])('leads to %s by %s', (location, expected) => {
    const answer = new Response(null, { status: 301, headers: { Location: location } })

    const led = redirectBelowBrowser(answer, { url: `${OWN}/ipfs/QmTest` })

    expect(led.headers.get('Location')).toBe(expected)
    expect(led.status).toBe(301)
  })
})

describe('isNodeRequest()', () => {
  const readable = (paths: readonly string[]) =>
    paths.filter((path) => isNodeRequest({ method: 'GET', url: OWN + path }))

  it("knows the ledger's queries", () => {
    const paths = [
      '/a/b/rollapp/params',
      '/a/b/rollapp',
      '/a/b/rollapps/x',
      '/a/rollapp/x',
      '/api/b/rollapp/x',
    ]

    expect(readable(paths)).toEqual(['/a/b/rollapp/params'])
  })

  it('leaves services for others to the server of the page', () => {
    expect(readable(['/pins', '/pins/1-a', '/pins/1-a/upload'])).toEqual([])
  })

  it('knows the API, the calendar and the gateway from the page', () => {
    const served = [
      '/api/v0',
      '/api/v0/id',
      '/cal/events/v1',
      '/cal/events/v1/events',
      '/cal/images/QmTest/medium/a-300x200.png',
      '/event/walk/',
      '/venue/pier',
      '/organizer/club/',
      '/events/category/a/b/',
      '/tag/x/',
      '/events',
      '/events/list/',
      '/ipfs/QmTest',
      '/cas/QmTest/a',
      '/%69pfs/QmTest',
    ]
    const others = [
      '/',
      '/ipfsx',
      '/api/v1',
      '/cal',
      '/cal/events/v11',
      '/sw.js',
      '/event/',
      '/events/x',
      '/tag/a/b',
    ]

    expect(readable([...served, ...others])).toEqual(served)
  })

  it('leaves what is no read to the server, where a site may have pages of its own', () => {
    const ofSites = [
      '/event/walk/',
      '/events',
      '/events/month/',
      '/tag/x/',
      '/version',
      '/a/b/rollapp/params',
    ]
    const ofNode = ['/api/v0/id', '/cal/events/v1/events', '/ipfs/QmTest', '/routing/v1/ipns/k51test']
    const passed = (method: string) =>
      [...ofSites, ...ofNode].filter((path) => isNodeRequest({ method, url: OWN + path }))

    for (const method of ['GET', 'HEAD']) expect(passed(method)).toEqual([...ofSites, ...ofNode])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(passed(method)).toEqual(ofNode)
  })
})
