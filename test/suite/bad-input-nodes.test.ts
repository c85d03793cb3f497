import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { wrongAnswers } from '../hostile/hostile-request.ts'
import {
  childOfLiars,
  LYING_PIECES,
  LYING_SHARDS,
  LYING_SIZES,
  type LyingNode,
  NO_FILES,
  NO_NODES,
} from '../hostile/lying-nodes.ts'
import { storeState } from '../hostile/store-state.ts'
import { expectRest } from '../requests/activity.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'
import { storeBlocks } from '../requests/stored-tree.ts'

describe('stored blocks with wrong contents', () => {
  let before: unknown

  beforeAll(async () => {
    const directories = [...LYING_SHARDS, ...LYING_SIZES]
    await storeBlocks(send, [childOfLiars, ...NO_NODES, ...NO_FILES, ...LYING_PIECES, ...directories])
    before = await storeState(send)
  })

  const refused = (command: string, nodes: readonly LyingNode[]) =>
    refusedAt((cid) => `${command}?arg=${cid}`, nodes)
  const refusedAt = (call: (cid: LyingNode['cid']) => string, nodes: readonly LyingNode[]) =>
    wrongAnswers(
      send,
      nodes.map(({ name, cid, text }) => ({
        name,
        path: `/api/v0/${call(cid)}`,
        status: 500,
        text,
      })),
    )

  // The decoder is the core's, so the other hosts get one command.
  it.each(sampleOnHosts(['cat', 'get', 'ls', 'pin/add'], 4))('are no nodes for %s', async (command) => {
    expect(await refused(command, NO_NODES)).toEqual([])
  })

  it.each(sampleOnHosts(['cat', 'get', 'ls'], 3))('are no files for %s', async (command) => {
    expect(await refused(command, NO_FILES)).toEqual([])
  })

  it('never pass for the bytes they promise', async () => {
    expect(await refused('cat', LYING_PIECES)).toEqual([])
  })

  it('never pass for a directory', async () => {
    expect(await refused('ls', LYING_SHARDS)).toEqual([])
  })

  it('are not linked where the sum of their sizes is too large', async () => {
    const empty = 'f017000040a020801'

    expect(await refusedAt((cid) => `files/cp?arg=/ipfs/${cid}&arg=/large`, LYING_SIZES)).toEqual([])
    expect(
      await refusedAt((cid) => `object/patch/add-link?arg=${empty}&arg=a&arg=${cid}`, LYING_SIZES),
    ).toEqual([])
  })

  it('leave everything as it was', async () => {
    await expectRest()
    expect(await storeState(send)).toEqual(before)
  })
})
