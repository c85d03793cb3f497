import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import { makeDescription } from '../../src/descriptions.ts'
import { memoryNode } from './memory-ports.ts'

const ORIGIN = 'http://127.0.0.1:8080'
const CALENDAR = `${ORIGIN}/cal/events/v1`
const QUERIES = `${ORIGIN}/dymensionxyz/dymension/rollapp`

describe('the descriptions of the APIs', () => {
  it('are what the host reads, and name its own address', async () => {
    const asked: string[] = []
    const app = createApp(await memoryNode(), loopbackPolicy(), {
      async readDescription(name) {
        asked.push(name)
        return makeDescription(name)
      },
    })
    const paths = [
      `${ORIGIN}/api/v0/openapi.json`,
      `${CALENDAR}/openapi.json`,
      `${CALENDAR}/doc`,
      `${QUERIES}/openapi.json`,
    ]

    const answers = await Promise.all(paths.map(async (path) => (await app.request(path)).json()))

    expect(asked.sort()).toEqual([
      'calendar-doc.json',
      'calendar-openapi.json',
      'ledger-openapi.json',
      'openapi.json',
    ])
    expect(answers.map(({ openapi }) => openapi)).toEqual(['3.1.0', '3.1.0', '3.0.0', '3.1.0'])
    expect(answers[1].servers).toEqual([{ url: CALENDAR, description: 'This node' }])
    expect(answers[2].servers).toEqual([{ url: `${CALENDAR}/` }])
  })

  it('are refused in the words of each API on a host that has none', async () => {
    const app = createApp(await memoryNode(), loopbackPolicy())

    const [calendar, queries] = await Promise.all(
      [`${CALENDAR}/doc`, `${QUERIES}/openapi.json`].map((path) => app.request(path)),
    )

    expect([calendar?.status, queries?.status]).toEqual([501, 501])
    expect(await calendar?.json()).toMatchObject({ code: 'rest_unsupported', data: { status: 501 } })
    expect(await queries?.json()).toMatchObject({ code: 12, details: [] })
  })
})
