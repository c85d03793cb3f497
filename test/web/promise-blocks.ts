import type { Libp2p } from '@libp2p/interface'
import { decodeBitswapMessage } from '../../src/net/exchange/wire/decode-message.ts'
import { encodeBitswapMessage } from '../../src/net/exchange/wire/encode-message.ts'
import { createFrames } from '../../src/net/exchange/wire/frames.ts'
import { featuresOf, PROTOCOLS } from '../../src/net/exchange/wire/message.ts'

/** Has a peer say that it holds each block, and send none. The function counts the blocks that it was asked about. */
export async function promiseBlocks(libp2p: Pick<Libp2p, 'handle'>): Promise<() => number> {
  const [protocol] = PROTOCOLS
  let asked = 0
  await libp2p.handle(protocol, (stream, connection) => {
    const frames = createFrames()
    stream.addEventListener('message', async ({ data }) => {
      for (const bytes of frames.push(data.subarray())) {
        const wants = decodeBitswapMessage(bytes).wants.filter(({ isCancel }) => !isCancel)
        asked += wants.length
        const presences = wants.map(({ cid }) => ({ cid, isHeld: true }))
        const answer = await connection.newStream(protocol)
        for (const chunk of encodeBitswapMessage({ presences }, featuresOf(protocol))) answer.send(chunk)
        await answer.close()
      }
    })
  })
  return () => asked
}
