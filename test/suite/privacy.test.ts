import { afterAll, beforeAll, expect, it } from 'vitest'
import { send } from '#host'
import { followLog, type LogLine } from '../requests/follow-log.ts'
import { file, form } from '../requests/form.ts'

/** Planted in every place of a secret. */
const MARKER = 'planted-marker-5e1f'

const post = (path: string, init: RequestInit = {}) => send(`/api/v0/${path}`, { method: 'POST', ...init })
const drained = async (path: string, init?: RequestInit) => (await post(path, init)).text()

beforeAll(async () => {
  await drained('log/level?arg=all&arg=debug')
})

afterAll(async () => {
  await drained('log/level?arg=all&arg=default')
  await drained('diag/cmds/clear')
})

it('no secret of a request is in the log, in diag/cmds or in config/show', async () => {
  const log = await followLog()

  await drained('version', { headers: { Authorization: `Bearer ${MARKER}` } })
  await drained(`config?arg=Identity.PrivKey&arg=${MARKER}`)
  await drained(`config?arg=API.Authorizations&arg=${MARKER}&json=true`)
  await drained('config/replace', form(file('', JSON.stringify({ Identity: { PrivKey: MARKER } }))))
  await drained(`key/import?arg=never-kept&password=${MARKER}`, form(file('', 'no key')))
  await drained(`pin/remote/service/add?arg=a&arg=http://127.0.0.1:1&arg=${MARKER}`)
  await drained(`resolve?arg=${encodeURIComponent(`https://user:${MARKER}@127.0.0.1/x?token=${MARKER}`)}`)
  await drained(`cat?arg=${encodeURIComponent(`/ipfs/x?token=${MARKER}`)}`)
  await drained(`version?unknown=${MARKER}`)
  const told = [await drained('diag/cmds'), await drained('diag/cmds?verbose=true&encoding=text')]
  told.push(await drained('config/show'), await drained('diag/sys'))
  await drained('log/ls')
  const lines: LogLine[] = []
  await log.find((line) => {
    lines.push(line)
    return line['command'] === 'log/ls'
  })
  await log.leave()

  expect(lines.length).toBeGreaterThan(8)
  expect(JSON.stringify(lines)).not.toContain(MARKER)
  expect(told.filter((text) => text.includes(MARKER))).toEqual([])
})
