import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { wrongAnswers } from '../hostile/hostile-request.ts'
import {
  meaninglessOptions,
  missingArguments,
  repeatedOptions,
  wrongTypes,
} from '../hostile/malformed-options.ts'
import { storeState } from '../hostile/store-state.ts'
import { expectRest } from '../requests/activity.ts'

describe('options of every served command', () => {
  let before: unknown

  beforeAll(async () => {
    before = await storeState(send)
  })

  it('are refused with a value of another type', async () => {
    expect(await wrongAnswers(send, wrongTypes())).toEqual([])
  })

  it('are refused when they are sent twice', async () => {
    expect(await wrongAnswers(send, repeatedOptions())).toEqual([])
  })

  it('are refused with a value that means nothing', async () => {
    expect(await wrongAnswers(send, meaninglessOptions())).toEqual([])
  })

  it('cannot stand in for a missing argument', async () => {
    expect(await wrongAnswers(send, missingArguments())).toEqual([])
  })

  it('leave everything as it was', async () => {
    await expectRest()
    expect(await storeState(send)).toEqual(before)
  })
})
