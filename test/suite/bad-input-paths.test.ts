import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { wrongAnswers } from '../hostile/hostile-request.ts'
import { MALFORMED_PATHS } from '../hostile/malformed-paths.ts'
import { storeState } from '../hostile/store-state.ts'
import { expectRest } from '../requests/activity.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

const COMMANDS = ['cat', 'get', 'ls', 'block/get', 'block/stat', 'block/rm', 'pin/add', 'pin/rm', 'pin/ls']
/** All commands read them by one parser. */
const SENT_TO = sampleOnHosts(COMMANDS, COMMANDS.length)
const QUOTED_CHARACTERS = 1024

describe('texts that are no paths', () => {
  let before: unknown

  beforeAll(async () => {
    before = await storeState(send)
  })

  it.each(SENT_TO)('are refused by %s with the reason', async (command) => {
    const requests = MALFORMED_PATHS.map(([text, reason]) => ({
      name: JSON.stringify(text.slice(0, 80)),
      path: `/api/v0/${command}?arg=${encodeURIComponent(text.toWellFormed())}`,
      status: 500,
      text: typeof reason === 'string' ? `invalid path ${quoted(text)}: ${reason}` : reasonBehind(reason),
    }))

    expect(await wrongAnswers(send, requests)).toEqual([])
  })

  it('leave everything as it was', async () => {
    await expectRest()
    expect(await storeState(send)).toEqual(before)
  })
})

function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed().slice(0, QUOTED_CHARACTERS))
}

function reasonBehind({ source }: RegExp): RegExp {
  return new RegExp(`^invalid path "[\\s\\S]*": ${source.slice(1)}`)
}
