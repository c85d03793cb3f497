import { describe, expect, it } from 'vitest'
import { chunkedFile, rawFile } from '../../requests/stored-tree.ts'
import { memoryGateway } from './memory-gateway.ts'

/** Longer than what a stream reads before its client does. */
const longFile = async () =>
  chunkedFile(
    await Promise.all(Array.from({ length: 200 }, (_, at) => rawFile(new Uint8Array(64 * 1024).fill(at)))),
  )

describe('requests for content at the same time', () => {
  it('refuses one more than it may answer, until a client leaves', async () => {
    const file = await longFile()
    const { sendWithin } = await memoryGateway(file)
    const send = sendWithin(2)
    const path = `/ipfs/${file.cid}`
    const [unread] = await Promise.all([send(path), send(path)])

    const refused = await send(path)
    await unread?.body?.cancel()
    const accepted = await send(path)

    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('10')
    expect(refused.headers.get('Cache-Control')).toBe('no-store')
    expect(await refused.text()).toMatch(/^this node answers as many requests as it may.*\n$/)
    expect(accepted.status).toBe(200)
  })

  it('counts requests that have no response yet', async () => {
    const file = await longFile()
    const { sendWithin, activity } = await memoryGateway(file)
    const send = sendWithin(2)

    const responses = await Promise.all([1, 2, 3].map(() => send(`/ipfs/${file.cid}`)))

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(activity.now('gateway-requests')).toBe(2)
    for (const { body } of responses) await body?.cancel()
    expect(activity.now('gateway-requests')).toBe(0)
  })

  it('has no place taken by a response that was read or refused', async () => {
    const file = await rawFile('hello')
    const { sendWithin } = await memoryGateway(file)
    const send = sendWithin(1)
    const answers: number[] = []
    for (const path of [file.cid, 'no-cid', file.cid, file.cid]) {
      const response = await send(`/ipfs/${path}`)
      await response.arrayBuffer()
      answers.push(response.status)
    }

    expect(answers).toEqual([200, 400, 200, 200])
  })

  it('limits neither the API nor a host that sets no limit', async () => {
    const file = await longFile()
    const { send, sendWithin } = await memoryGateway(file)
    const limited = sendWithin(1)
    const path = `/ipfs/${file.cid}`

    const responses = await Promise.all([
      limited(path),
      limited(`/api/v0/cat?arg=${file.cid}`, { method: 'POST' }),
      ...Array.from({ length: 20 }, () => send(path)),
    ])

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
