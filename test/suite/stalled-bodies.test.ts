import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { file, streamedForm } from '../requests/form.ts'

const OVER = { Message: 'context deadline exceeded', Code: 0, Type: 'error' }

/** Gives the texts, and then nothing more until it is let go. */
function stalling(...texts: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  async function* content(): AsyncGenerator<Uint8Array> {
    for (const text of texts) yield new TextEncoder().encode(text)
    await promise
  }
  return { content: content(), letGo: resolve }
}

describe('a call whose body stalls', () => {
  it.each([
    ['before the end of its arguments', 'cat', 'bafkqaaa\n'],
    ['before the end of its file', 'add', 'never whole'],
    ['before the end of its block', 'block/put', 'never whole'],
    ['before the end of its node', 'dag/put', '{"never":'],
  ])('ends with the deadline: %s', async (_, path, text) => {
    const { content, letGo } = stalling(text)
    const response = await send(`/api/v0/${path}?timeout=200ms`, streamedForm({ ...file('a', ''), content }))

    const lines = (await response.text()).trim().split('\n')

    expect(JSON.parse(lines.at(-1) ?? '')).toEqual(OVER)
    letGo()
  })

  it('ends before the first part, as status 500 with the headers of an answer', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('--b\r\n')),
    })
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
    const init = { method: 'POST', headers, body, duplex: 'half' } as const

    const response = await send('/api/v0/add?timeout=200ms', init)

    expect([response.status, await response.json()]).toEqual([500, OVER])
    expect(response.headers.get('X-Chunked-Output')).toBeNull()
    expect(response.headers.get('Server')).toMatch(/^tidepool\//)
  })

  it('ends in text for a caller who asks for it', async () => {
    const { content, letGo } = stalling('bafkqaaa\n')
    const form = streamedForm({ ...file('a', ''), content })

    const response = await send('/api/v0/cat?encoding=text&timeout=200ms', form)

    expect([response.status, await response.text()]).toEqual([500, 'context deadline exceeded'])
    letGo()
  })

  it('is answered when it continues in time', async () => {
    const { content, letGo } = stalling('bafkqaaa\n')
    letGo()

    const response = await send('/api/v0/cat?timeout=1h', streamedForm({ ...file('a', ''), content }))

    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})
