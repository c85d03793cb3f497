import { expect, it } from 'vitest'
import { byteStream } from '../../../src/streams/byte-stream.ts'

it('a byte stream that is aborted while its source works ends with the reason of the signal', async () => {
  const caller = new AbortController()
  const chunk = Promise.withResolvers<IteratorResult<Uint8Array>>()
  const stream = byteStream(
    { next: () => chunk.promise },
    { signal: caller.signal, onError: () => undefined, onClose: () => undefined },
  )
  const reading = stream.getReader().read()

  caller.abort(new Error('not any more'))
  chunk.resolve({ done: false, value: new Uint8Array(1) })

  await expect(reading).rejects.toThrow('not any more')
})
