import { describe, expect, it } from 'vitest'
import { host, send } from '#host'
import { file, form } from '../requests/form.ts'

interface Reading {
  readonly TotalIn: number
  readonly TotalOut: number
  readonly RateIn: number
  readonly RateOut: number
}

const post = (path: string, init = {}) => send(`/api/v0/${path}`, { method: 'POST', ...init })
const reading = async (): Promise<Reading> => (await post('stats/bw')).json()

describe('POST /api/v0/stats/bw', () => {
  it('counts the bytes of requests and answers', async () => {
    const before = await reading()
    const bytes = 'b'.repeat(100_000)

    const { Hash } = await (await post('add?pin=false', form(file('', bytes)))).json()
    await (await post(`cat?arg=${Hash}`)).text()
    await (await send(`/ipfs/${Hash}`)).text()
    const after = await reading()

    expect(after.TotalIn - before.TotalIn).toBeGreaterThanOrEqual(100_000)
    expect(after.TotalIn - before.TotalIn).toBeLessThan(110_000)
    expect(after.TotalOut - before.TotalOut).toBeGreaterThanOrEqual(200_000)
    expect(after.TotalOut - before.TotalOut).toBeLessThan(220_000)
    for (const value of Object.values(after)) expect(Number.isSafeInteger(value)).toBe(true)
  })

  it('repeats with poll, after each interval', async () => {
    const response = await post('stats/bw?poll=true&interval=1ms')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (text.split('\n').length < 4) text += (await reader?.read())?.value
    await reader?.cancel()

    expect(
      text
        .split('\n')
        .slice(0, 3)
        .map((line) => Object.keys(JSON.parse(line))),
    ).toEqual(Array(3).fill(['TotalIn', 'TotalOut', 'RateIn', 'RateOut']))
  })

  it.each([
    ['interval=x', 500, 'time: invalid duration "x"'],
    ['peer=a&proto=b', 400, 'please only specify peer OR protocol'],
    host === 'edge'
      ? ['peer=a', 500, 'failed to parse peer ID: invalid cid: cid too short']
      : ['peer=a', 400, "this command must be run in online mode. Try running 'ipfs daemon' first"],
  ])('refuses %s', async (query, status, Message) => {
    const response = await post(`stats/bw?${query}`)

    expect([response.status, (await response.json()).Message]).toEqual([status, Message])
  })

  it.each([
    ['stats/bitswap', /^\{"ProvideBufLen":0,"Wantlist":\[/],
    ['stats/dht', /^\{"Name":"wan","Buckets":\[/],
    ['stats/provide', /^\{"TotalProvides":0,/],
  ])('leaves %s to the network', async (path, answer) => {
    const response = await post(path)

    expect(await response.text()).toMatch(
      host === 'edge' ? answer : /this command must be run in online mode. Try running 'ipfs daemon' first/,
    )
  })
})
