import { describe, expect, it } from 'vitest'
import { post } from '../requests/dag.ts'

const asked = async (query: string) => {
  const response = await post(`dns?${query}`)
  const { Path, Message } = (await response.json()) as { Path?: string; Message?: string }
  return Path ?? Message
}

const TEST_LINK = '/ipfs/bafkreicysg23kiwv34eg2d7qweipxwosdo2py4ldv42nbauguluen5v6am'

describe('POST /api/v0/dns', () => {
  it.each(['dnslink-test.example.org', 'DNSLINK-test.Example.ORG.'])(
    'answers with the link of %s',
    async (name) => {
      expect(await asked(`arg=${name}`)).toBe(TEST_LINK)
    },
  )

  it('prints the path alone in text', async () => {
    const response = await post('dns?arg=dnslink-test.example.org&encoding=text')

    expect(await response.text()).toBe(`${TEST_LINK}\n`)
  })

  it('follows domain names, path and all, or takes one step', async () => {
    expect(await asked('arg=chain.example.org')).toBe(`${TEST_LINK}/a`)
    expect(await asked('arg=chain.example.org&recursive=false')).toBe('/ipns/dnslink-test.example.org/a')
  })

  it('leads every path that begins with a domain name', async () => {
    const response = await post('resolve?arg=/ipns/dnslink-test.example.org')

    expect(await response.json()).toEqual({ Path: TEST_LINK })
  })

  it.each([
    ['circle-a.example.org', 'could not resolve name (recursion limit exceeded)'],
    ['several.example.org', 'could not resolve name: "several.example.org" has more than one DNSLink record'],
    [
      'nothing.example.org',
      'could not resolve name: "nothing.example.org" is missing a DNSLink record (https://docs.ipfs.tech/concepts/dnslink/)',
    ],
  ])('answers 500 for %s', async (name, message) => {
    expect(await asked(`arg=${name}`)).toBe(message)
  })

  it.each([
    'localhost',
    '127.0.0.1',
    'a..example.org',
    'a%20b.example.org',
    'user@example.org',
    'example.org:53',
    'example.org%2Fa',
    `${'a'.repeat(64)}.example.org`,
    `${'a.'.repeat(200)}example.org`,
    'k51qzi5uqu5dk3v4rmjber23h16xnr23bsggmqqil9z2gduiis5se8dht36dam',
  ])('refuses %s, which is no domain name', async (name) => {
    expect(await asked(`arg=${name}`)).toMatch(/^not a valid domain name: /)
  })
})
