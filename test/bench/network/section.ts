import { installFolder } from '../../check/install-folder.ts'
import { buildPage } from '../browser/build-pages.ts'
import { inChromium } from '../browser/chromium.ts'
import type { Section } from '../section.ts'
import { edgeRows } from './edge-rows.ts'
import { gossipRow } from './gossip-row.ts'
import { nativeRows } from './native-rows.ts'
import { tabRows } from './tab-rows.ts'

const MIB = 1024 * 1024

/**
 * Files between two tabs over WebRTC and between a tab and `npm start` over a WebSocket, beside Helia in the same
 * Chromium; between `npm start` and the native server at `BENCH_PEER_API`; messages between two `npm start`.
 */
export const network: Section = {
  name: 'network',
  needsPeers: false,
  needsBuild: true,
  async run(options) {
    const hasHelia = await installFolder('test/peers/helia')
    const names = hasHelia ? ['tidepool', 'helia'] : ['tidepool']
    await buildPage('network-tidepool', 'test/bench/network/tidepool-page.ts')
    if (hasHelia) await buildPage('network-helia', 'test/peers/helia/network-page.js')
    const rows = {
      ...options,
      sizeBytes: (options.isQuick ? 10 : 50) * MIB,
      rounds: options.isQuick ? 1 : 5,
    }
    await inChromium(async (context) => {
      await tabRows({ ...rows, context, names })
      await edgeRows({ ...rows, context, names })
    })
    const peerApi = process.env['BENCH_PEER_API']
    if (peerApi !== undefined) await nativeRows({ ...rows, peerApi })
    await gossipRow(rows)
  },
}
