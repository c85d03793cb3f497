import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { type HostileRequest, wrongAnswers } from '../hostile/hostile-request.ts'
import {
  meaninglessOptions,
  missingArguments,
  repeatedOptions,
  wrongTypes,
} from '../hostile/malformed-options.ts'
import { storeState } from '../hostile/store-state.ts'
import { expectRest } from '../requests/activity.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of every so many requests, the other hosts get one: options of all types, with and without a body. */
const EVERY = 61

/** The declarations of commands refuse them, before a host is asked for anything. */
const refused = (requests: readonly HostileRequest[]) => wrongAnswers(send, sampleOnHosts(requests, EVERY))

describe('options of every served command', () => {
  let before: unknown

  beforeAll(async () => {
    before = await storeState(send)
  })

  it('are refused with a value of another type', async () => {
    expect(await refused(wrongTypes())).toEqual([])
  })

  it('are refused when they are sent twice', async () => {
    expect(await refused(repeatedOptions())).toEqual([])
  })

  it('are refused with a value that means nothing', async () => {
    expect(await refused(meaninglessOptions())).toEqual([])
  })

  it('cannot replace a missing argument', async () => {
    expect(await refused(missingArguments())).toEqual([])
  })

  it('leave everything as it was', async () => {
    await expectRest()
    expect(await storeState(send)).toEqual(before)
  })
})
