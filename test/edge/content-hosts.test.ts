import { type IncomingHttpHeaders, request } from 'node:http'
import { Miniflare } from 'miniflare'
import { beforeAll, describe, expect, it } from 'vitest'
import { nodeUrl, workerOptions } from '../../edge/local/worker-options.ts'
import { directory, rawFile, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'

const DOMAIN = 'files.example.org'

let url: URL
let site: StoredTree

beforeAll(async () => {
  const options = await workerOptions({ port: 0, variables: { GATEWAY_DOMAIN: 'Files.Example.org' } })
  const runtime = new Miniflare(options)
  url = await nodeUrl(runtime, options)
  site = await directory({ 'index.html': await rawFile('<!doctype html><p>the site</p>') })
  await storeBlocks((target, init) => fetch(new URL(String(target), url), init), site.blocks)
  return () => runtime.dispose()
})

describe('a content host in workerd', () => {
  it.each(['localhost', DOMAIN])('has the root of the site where %s has the page', async (gateway) => {
    const page = await get('/', gateway)
    const root = await get('/', `${site.cid}.ipfs.${gateway}`)

    expect(page.text).toContain('Tidepool')
    expect(root.text).toBe('<!doctype html><p>the site</p>')
  })

  it.each(['localhost', DOMAIN])('has no file of the page that %s has', async (gateway) => {
    const { text } = await get('/', gateway)
    const assets = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    const paths = ['/sw.js', ...assets]

    expect(assets.length).toBeGreaterThan(0)
    for (const path of paths) {
      expect([path, (await get(path, gateway)).status]).toEqual([path, 200])
      expect([path, (await get(path, `${site.cid}.ipfs.${gateway}`)).status]).toEqual([path, 404])
      // The host of a domain name, for which this node has no resolver.
      expect([path, (await get(path, `example-org.ipns.${gateway}`)).status]).toEqual([path, 501])
    }
  })

  it('sends a spelling in upper case, and a CID of version 0, to the one origin', async () => {
    const v0 = site.cid.toV0().toString()
    const label = site.cid.toString()

    for (const spelled of [v0, label.toUpperCase()]) {
      const { status, headers } = await get('/a/?x', `${spelled}.ipfs.localhost:5001`)
      expect([status, headers.location]).toEqual([301, `http://${label}.ipfs.localhost:5001/a/?x`])
    }
  })

  it('leaves 127.0.0.1 to paths', async () => {
    const { status, headers } = await get(`/ipfs/${site.cid}/`, `127.0.0.1:${url.port}`)

    expect(status).toBe(200)
    expect(headers['content-security-policy']).toContain('sandbox')
  })
})

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** By a client that sends request line and `Host` as they are given. */
function get(path: string, host: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { path, headers: { Host: host } }, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
    })
      .on('error', reject)
      .end()
  })
}
