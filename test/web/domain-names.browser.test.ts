import { afterEach, expect, it, vi } from 'vitest'
import { createTabNode } from '../../web/host/tab.ts'
import { answerDns } from '../requests/dns-stub.ts'
import { freshName } from './storage-name.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('asks the resolvers of its configuration for domain names, without credentials, and none before', async () => {
  const name = freshName()
  const asked: { readonly url: string; readonly credentials: string | undefined }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (target, init) => {
    const { url } = new Request(target, init)
    asked.push({ url: url.replace(/dns=.*/, ''), credentials: init?.credentials })
    return answerDns(url)
  })
  const input = { args: { 'domain-name': 'dnslink-test.example.org' } }
  const first = await createTabNode({ name })
  const resolvers = JSON.stringify(['https://resolver.example/q'])

  await expect(first.call('dns', input)).rejects.toThrow('no resolver of domain names is configured')
  expect(asked).toEqual([])
  await first.call('config', { args: { key: 'DNS.Resolvers', value: resolvers }, options: { json: true } })
  const second = await createTabNode({ name })

  expect(await second.call('dns', input)).toEqual({
    Path: '/ipfs/bafkreicysg23kiwv34eg2d7qweipxwosdo2py4ldv42nbauguluen5v6am',
  })
  expect(asked).toEqual([{ url: 'https://resolver.example/q?', credentials: 'omit' }])
})
