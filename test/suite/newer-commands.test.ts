import { describe, expect, it } from 'vitest'
import { host, send } from '#host'
import { addRoot } from '../requests/add.ts'
import { file } from '../requests/form.ts'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

describe('commands that are newer than the document', () => {
  it.each([
    ['routing/findpeer?arg=12D3KooWDbL3jP4pKqCTB1WU5jvaVjthQU5JPMKMwRchJ3zurX6k', /"routing: not found"/],
    ['routing/findprovs?arg=bafkreifukg7lbcmqfdscddjyqgunblsxdeejtapmvvtjx7e6iah6sivhce', /^$/],
    ['routing/provide?arg=QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn', /cannot provide/],
  ])('%s finds nobody without peers', async (path, answer) => {
    const response = await post(path)

    expect(await response.text()).toMatch(
      host === 'edge' ? answer : /this command must be run in online mode|this build cannot do it yet/,
    )
  })

  it.each([
    ['key/sign', "file argument 'data' is required\n"],
    ['key/verify', "file argument 'data' is required\n"],
    ['routing/put?arg=x', "file argument 'value-file' is required\n"],
    ['routing/get', 'argument "key" is required\n'],
  ])('%s checks its request', async (path, text) => {
    const response = await post(path)

    expect([response.status, await response.text()]).toEqual([400, text])
  })

  it('key/ls answers as key/list', async () => {
    const [listed, known] = await Promise.all([post('key/ls'), post('key/list')])

    expect(listed.status).toBe(known.status)
    expect((await listed.text()).replace('key/ls', 'key/list')).toBe(await known.text())
  })

  it('repo/ls lists what refs/local lists', async () => {
    await addRoot('cid-version=1', file('', 'listed by repo/ls'))

    const listed = await (await post('repo/ls')).text()

    expect(listed.trimEnd().split('\n').toSorted()).toEqual(
      (await (await post('refs/local')).text()).trimEnd().split('\n').toSorted(),
    )
    expect(listed).toContain('"Err":""')
  })
})
