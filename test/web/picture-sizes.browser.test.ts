import { describe, expect, it } from 'vitest'
import { originPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import { DEFAULT_SETTINGS } from '../../src/calendar/model/settings.ts'
import { readableRequest } from '../../web/host/readable-request.ts'
import { createTabNode } from '../../web/host/tab.ts'
import { send as sendToWorker } from '../hosts/service-worker.ts'
import { anEvent } from '../requests/calendar.ts'
import { hugePng, paintedPicture } from '../requests/pictures.ts'
import { oneFile, rootOf } from './tab-app.ts'

type Send = (path: string, init?: RequestInit) => Promise<Response>

/** The tab's own node over the storage that the service worker has. */
async function tabSend(): Promise<Send> {
  const owner = { id: 1, login: 'you', role: 'administrator' } as const
  const calendar = { ...DEFAULT_SETTINGS, owner }
  const app = createApp(await createTabNode(), originPolicy(location.origin), { calendar })
  return async (path, init) =>
    app.fetch(await readableRequest(new Request(new URL(path, location.origin), init)))
}

interface Shown {
  readonly url: string
  readonly filesize: number
  readonly sizes?: Readonly<
    Record<
      string,
      { readonly width: number; readonly height: number; readonly 'mime-type': string; url: string }
    >
  >
}

/** The picture as an event of the calendar shows it. */
async function shownPicture(send: Send, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Shown> {
  const cid = await rootOf(await send('/api/v0/add', { method: 'POST', body: oneFile(name, bytes) }))
  const image = `${location.origin}/ipfs/${cid}?filename=${name}`
  const answer = await send('/cal/events/v1/events', {
    method: 'POST',
    body: JSON.stringify(anEvent({ image })),
    headers: { 'Content-Type': 'application/json' },
  })
  const event: { readonly image: Shown } = await answer.json()
  expect(answer.status, JSON.stringify(event)).toBe(201)
  return event.image
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

describe.each([
  ['service worker', async (): Promise<Send> => sendToWorker],
  ['tab', tabSend],
])('sizes of a picture, in a %s', (_, sendOf) => {
  it.each(TYPES)('are made of %s when they are read', async (type) => {
    const send = await sendOf()
    const picture = await paintedPicture({ width: 1040, height: 400, type })

    const { sizes = {} } = await shownPicture(send, `poster.${type.slice(6)}`, picture)

    expect(Object.keys(sizes)).toEqual(['medium', 'large', 'thumbnail', 'medium_large'])
    for (const [name, { url, width, height, ...size }] of Object.entries(sizes)) {
      const answer = await send(url)
      const made = await answer.blob()
      const bitmap = await createImageBitmap(made)
      expect([name, bitmap.width, bitmap.height]).toEqual([name, width, height])
      expect([answer.status, answer.redirected, made.type]).toEqual([200, false, size['mime-type']])
    }
  })

  it('keep the middle where they are cut', async () => {
    const send = await sendOf()
    const picture = await paintedPicture({ width: 900, height: 300, type: 'image/png' })

    const { sizes } = await shownPicture(send, 'banner.png', picture)
    const answer = await send(sizes?.['thumbnail']?.url ?? '')

    expect(await colours(await answer.blob())).toEqual({ size: [150, 150], left: 'green', right: 'green' })
  })

  it('are told apart by a tag, and not sent twice', async () => {
    const send = await sendOf()
    const picture = await paintedPicture({ width: 640, height: 480, type: 'image/jpeg' })
    const { sizes } = await shownPicture(send, 'photo.jpg', picture)
    const url = sizes?.['medium']?.url ?? ''

    const tag = (await send(url, { method: 'HEAD' })).headers.get('ETag') ?? ''
    const again = await send(url, { headers: { 'If-None-Match': tag }, cache: 'no-store' })

    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it.each([
    [
      'cut off',
      async () => (await paintedPicture({ width: 500, height: 400, type: 'image/png' })).slice(0, 60),
    ],
    ['of 60,000 by 60,000 pixels', async () => hugePng(60_000, 60_000)],
  ])('lead to the original when it is %s', async (_name, bytesOf) => {
    const send = await sendOf()
    const bytes = await bytesOf()

    const { url, sizes } = await shownPicture(send, 'hostile.png', bytes)
    const size = sizes?.['medium']?.url ?? ''
    const answer = await send(size, { redirect: 'manual' })
    const original = await send(url)

    expect(answer.type === 'opaqueredirect' || answer.status === 302).toBe(true)
    if (answer.status === 302) expect(answer.headers.get('Location')).toBe(url.slice(location.origin.length))
    expect(new Uint8Array(await original.arrayBuffer())).toEqual(bytes)
  })
})

/** What a painted picture shows at the left and at the right edge of its middle line. */
async function colours(made: Blob) {
  const bitmap = await createImageBitmap(made)
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  const at = (x: number) => {
    const [red = 0, green = 0] = context?.getImageData(x, height >> 1, 1, 1).data ?? []
    return green > 200 && red < 50 ? 'green' : 'other'
  }
  return { size: [width, height], left: at(2), right: at(width - 3) }
}
