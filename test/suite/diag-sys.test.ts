import { expect, it } from 'vitest'
import { host, send } from '#host'

it('POST /api/v0/diag/sys answers what the node is and has under way', async () => {
  const response = await send('/api/v0/diag/sys', { method: 'POST' })
  const gauge = { now: expect.any(Number), peak: expect.any(Number) }

  expect(response.status).toBe(200)
  // Told where the storage of the host says how much it holds.
  const { diskinfo = { free_space: 0 }, ...told } = await response.json()
  expect(diskinfo.free_space).toEqual(expect.any(Number))
  expect(told).toEqual({
    environment: { IPFS_PATH: expect.any(String) },
    ipfs_version: expect.stringMatching(/^0\.43\.0-tidepool\./),
    net: { online: host === 'edge' },
    runtime: { os: expect.any(String) },
    tidepool: {
      activity: {
        'storage-operations': gauge,
        'bytes-in-flight': gauge,
        'open-streams': gauge,
        'background-tasks': gauge,
        'large-bodies': gauge,
        'small-bodies': gauge,
        'waiting-bodies': gauge,
        'waiting-collections': gauge,
        'gateway-requests': gauge,
      },
      blocks: {
        corrupt: expect.any(Number),
        quarantined: expect.any(Number),
        healed: expect.any(Number),
      },
    },
  })
})
