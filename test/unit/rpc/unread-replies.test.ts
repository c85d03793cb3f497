import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { file, streamedForm } from '../../requests/form.ts'
import { handClock } from '../hand-clock.ts'
import { memoryNode } from '../memory-ports.ts'

const FILES = 4_000

/** An upload of many files, by a client that reads nothing after the first lines of the reply. */
async function openUpload() {
  const clock = handClock()
  const node = await memoryNode({ clock })
  const app = createApp(node, loopbackPolicy())
  const parts = Array.from({ length: FILES }, (_, at) => file(`${'name'.repeat(25)}${at}`, `${at}`))
  const request = new Request('http://127.0.0.1/api/v0/add?pin=false', streamedForm(...parts))
  const reader = (await app.fetch(request)).body?.getReader()
  if (!reader) throw new Error('The reply has no body')
  const decoder = new TextDecoder()
  const readLines = async () => {
    const { value } = await reader.read()
    return value && decoder.decode(value, { stream: true })
  }
  let text = await readLines()
  const rest = async () => {
    for (let lines = await readLines(); lines !== undefined; lines = await readLines()) text += lines
    return (text ?? '').trimEnd().split('\n')
  }
  const openBodies = () => node.activity.readings()['large-bodies'].now
  await expect.poll(openBodies).toBe(1)
  return { clock, node, readLines, rest, openBodies }
}

/** Everything that waits for no time has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('an upload whose reply is not read', () => {
  it('frees its slot after a minute, and ends with the reason', async () => {
    const { clock, rest, openBodies } = await openUpload()
    await settled()

    await clock.move(55_000)
    expect(openBodies()).toBe(1)
    await clock.move(10_000)

    await expect.poll(openBodies).toBe(0)
    const lines = await rest()
    expect(lines.length).toBeLessThan(FILES)
    expect(lines.at(-1)).toContain('Cannot go on: the client read nothing of the reply for 60 seconds')
  })

  it('frees its slot after ten seconds while a collection waits', async () => {
    const { clock, node, rest, openBodies } = await openUpload()
    node.activity.enter('waiting-collections')
    await settled()

    await clock.move(15_000)

    await expect.poll(openBodies).toBe(0)
    expect((await rest()).at(-1)).toContain('for 10 seconds')
  })

  it('goes on for a client that reads now and then', async () => {
    const { clock, readLines, rest } = await openUpload()

    for (let at = 0; at < 4; at += 1) {
      await settled()
      await clock.move(50_000)
      expect(await readLines()).toContain('"Hash"')
    }

    expect((await rest()).at(-1)).toContain(`${FILES - 1}"`)
  })
})
