import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../edge/local/settings.ts'

describe('readSettings()', () => {
  it('is port 5001 and the folder .tidepool when nothing is set', () => {
    const expected = { port: 5001, dataFolder: resolve('.tidepool') }

    expect(readSettings({})).toEqual(expected)
    expect(readSettings({ PORT: '', TIDEPOOL_DATA: '' })).toEqual(expected)
  })

  it('takes ports from 0 to 65535 and any folder', () => {
    expect(readSettings({ PORT: '0', TIDEPOOL_DATA: '/data' })).toEqual({ port: 0, dataFolder: '/data' })
    expect(readSettings({ PORT: '65535' }).port).toBe(65_535)
  })

  for (const port of ['65536', '-1', '80a', '5001 ', '1e3', '0x10', '000080']) {
    it(`refuses port "${port}"`, () => {
      expect(() => readSettings({ PORT: port })).toThrow(
        `Cannot listen on PORT "${port}": not a number from 0 to 65535`,
      )
    })
  }
})
