import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { BROKEN_FORMS, CUT_FORM, cutForms } from '../hostile/broken-forms.ts'
import { errorText, wrongAnswers } from '../hostile/hostile-request.ts'
import { storeState } from '../hostile/store-state.ts'
import { expectRest } from '../requests/activity.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

describe('bodies that are no whole form', () => {
  let before: unknown

  beforeAll(async () => {
    before = await storeState(send)
  })

  // One parser reads them, but how a body arrives is the host's: one command gets all of them everywhere.
  const commands = [
    ['add', 'path'],
    ['block/put', 'data'],
  ] as const
  it.each(sampleOnHosts(commands, commands.length))(
    'are refused by %s before it begins',
    async (command, argument) => {
      const requests = BROKEN_FORMS.map(({ name, init, text }) => ({
        ...{ name, init, status: 400 },
        path: `/api/v0/${command}`,
        text: text.replace('{}', argument),
      }))

      expect(await wrongAnswers(send, requests)).toEqual([])
    },
  )

  it('hold no arguments either', async () => {
    const requests = sampleOnHosts(BROKEN_FORMS, 8).map(({ name, init, text }) => ({
      ...{ name, init, status: 400 },
      path: '/api/v0/cat',
      text: text.includes('{}') ? 'argument "ipfs-path" is required' : text,
    }))

    expect(await wrongAnswers(send, requests)).toEqual([])
  })

  it('are found out by add at whatever byte they are cut', async () => {
    const answers = await Promise.all(
      sampleOnHosts(cutForms(), 8).map(async ({ at, init }) => {
        const response = await send('/api/v0/add', init)
        return { at, status: response.status, text: errorText(await response.text()) }
      }),
    )

    const beginsAt = CUT_FORM.indexOf('one')
    expect(answers.filter(({ text }) => text !== 'multipart: NextPart: EOF')).toEqual([])
    expect(answers.filter(({ at, status }) => (at < beginsAt ? status !== 400 : status < 200))).toEqual([])
  })

  it('leave everything as it was', async () => {
    await expectRest()
    expect(await storeState(send)).toEqual(before)
  })
})
