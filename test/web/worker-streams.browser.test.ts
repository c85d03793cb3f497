import { describe, expect, it } from 'vitest'
import { readableRequest } from '../../web/host/readable-request.ts'
import { watchedResponse } from '../../web/host/service-worker/watched-response.ts'

describe('readableRequest()', () => {
  it('gives a body to read where the engine has none', async () => {
    const request = new Request('/api/v0/add', { method: 'POST', body: 'shells' })
    Object.defineProperty(request, 'body', { value: undefined, configurable: true })

    const readable = await readableRequest(request)

    expect(await new Response(readable.body).text()).toBe('shells')
    expect(readable.headers.get('Content-Type')).toBe('text/plain;charset=UTF-8')
  })

  it('leaves a request alone that has a body, or needs none', async () => {
    const body = new Blob(['shells']).stream()
    const sent = Object.defineProperty(new Request('/api/v0/add', { method: 'POST' }), 'body', {
      value: body,
    })
    for (const request of [sent, new Request('/api/v0/cat')]) {
      const { body } = request

      const readable = await readableRequest(request)

      expect(readable).toBe(request)
      expect(readable.body).toBe(body)
    }
  })
})

describe('watchedResponse()', () => {
  it('keeps status, headers and bytes, and ends with the last of them', async () => {
    const given = new Response('shells', { status: 206, headers: { 'X-Test': 'kept' } })

    const { response, ended } = watchedResponse(given)

    expect([response.status, response.headers.get('X-Test')]).toEqual([206, 'kept'])
    expect(await response.text()).toBe('shells')
    await ended
  })

  it('ends at once without a body', async () => {
    const given = new Response(null, { status: 304 })

    const { response, ended } = watchedResponse(given)

    expect(response).toBe(given)
    await ended
  })

  it('passes a cancellation on, and ends with it', async () => {
    const reasons: unknown[] = []
    const body = new ReadableStream({ cancel: (reason) => void reasons.push(reason) })

    const { response, ended } = watchedResponse(new Response(body))
    await response.body?.cancel('left')

    await ended
    expect(reasons).toEqual(['left'])
  })

  it('passes a failure on, and ends with it', async () => {
    const failure = new Error('torn')
    const body = new ReadableStream({ pull: (controller) => controller.error(failure) })

    const { response, ended } = watchedResponse(new Response(body))

    await expect(response.body?.getReader().read()).rejects.toBe(failure)
    await ended
  })
})
