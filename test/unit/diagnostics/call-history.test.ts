import { expect, it } from 'vitest'
import { createCallHistory } from '../../../src/diagnostics/call-history.ts'

it('a history of calls remembers those that run, and 256 that have ended', () => {
  const history = createCallHistory({ clock: { now: () => 0 } })
  const begin = () => history.begin({ command: 'version', args: [], options: {} })
  begin()

  for (let count = 0; count < 270; count += 1) begin()()

  expect(history.list()).toHaveLength(257)
  expect(history.list()[0]).toMatchObject({ id: 1, command: 'version' })
  expect(history.list().at(-1)).toMatchObject({ id: 271, endMs: 0 })
})
