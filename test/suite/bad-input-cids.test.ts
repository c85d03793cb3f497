import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { wrongAnswers } from '../hostile/hostile-request.ts'
import { ABSENT_CIDS, NO_FILE_CODECS, type RefusedCid, WEAK_CIDS } from '../hostile/refused-cids.ts'
import { storeState } from '../hostile/store-state.ts'
import { expectRest } from '../requests/activity.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

const SEGMENTS = 10_000

/** The core refuses them whatever the host, so the other hosts get a third of the commands. */
const some = (...commands: readonly string[]) => sampleOnHosts(commands, 3)

describe('CIDs that lead to nothing', () => {
  let before: unknown

  beforeAll(async () => {
    before = await storeState(send)
  })

  const refused = (command: string, cids: readonly RefusedCid[]) =>
    wrongAnswers(
      send,
      cids.map(([cid, reason]) => ({
        name: cid,
        path: `/api/v0/${command}?arg=${cid}`,
        status: 500,
        text: command === 'pin/add' ? `pin: ${reason}` : reason,
      })),
    )

  it.each(some('cat', 'get', 'ls', 'block/get', 'block/stat', 'pin/add'))(
    'are weak for %s',
    async (command) => {
      expect(await refused(command, WEAK_CIDS)).toEqual([])
    },
  )

  it.each(some('cat', 'get', 'ls'))('are absent for %s, whatever their codec', async (command) => {
    expect(await refused(command, NO_FILE_CODECS)).toEqual([])
  })

  it.each(some('cat', 'get', 'ls', 'block/get', 'block/stat', 'pin/add'))(
    'are absent for %s',
    async (command) => {
      expect(await refused(command, ABSENT_CIDS)).toEqual([])
    },
  )

  it.each(some('cat', 'get', 'ls', 'block/get', 'block/stat', 'block/rm', 'pin/add', 'pin/rm', 'pin/ls'))(
    'stand before 10,000 segments, which %s does not follow',
    async (command) => {
      const [cid = ''] = ABSENT_CIDS[0] ?? []
      const body = new FormData()
      body.append('file', new Blob([`/ipfs/${cid}${'/a'.repeat(SEGMENTS)}\n`]))

      const request = { name: command, path: `/api/v0/${command}`, init: { method: 'POST', body } }

      expect(
        await wrongAnswers(send, [
          { ...request, status: 500, text: /^invalid path "\/ipfs\/[\w/]+": over 1024 path components$/ },
        ]),
      ).toEqual([])
    },
  )

  it('leave everything as it was', async () => {
    await expectRest()
    expect(await storeState(send)).toEqual(before)
  })
})
