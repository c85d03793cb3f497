import { createReadStream } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createClient, type Upload } from '../../../../src/rpc/client.ts'

describe.each([true, false])('an upload that cannot be sent, canStream %s', (canStream) => {
  const call = createClient({ canStream, fetch: async () => new Response('{}') })

  it.each([
    [[{ path: 'a' }], 'Cannot send entry "a": it has no content'],
    [[{ path: 'a', content: null }], 'Cannot send entry "a": it has no content'],
    [[{ path: 'a', content: 5 }], 'Cannot send entry "a": it has no content'],
    [
      [{ path: 'a', content: '', mtime: { seconds: 1.5 } }],
      'Cannot send entry "a": its mtime.seconds "1.5" is no whole number',
    ],
    [
      [{ path: 'a', kind: 'directory', mode: Number.NaN }],
      'Cannot send entry "a": its mode "NaN" is no whole number',
    ],
    [
      createReadStream(import.meta.filename),
      'Cannot send entry "": it has no content; send chunks of bytes as [{ content: chunks }]',
    ],
  ])('is refused with a TypeError', async (body, message) => {
    await expect(call('object/put', { body: body as unknown as Upload })).rejects.toEqual(
      new TypeError(message),
    )
  })
})
