import { expect, it, onTestFinished } from 'vitest'
import { startWorkerd } from '../hosts/start-workerd.ts'
import { file, form } from '../requests/form.ts'

it('encodes added content as the variables say, where a call does not', async () => {
  const variables = { IMPORT_CID_VERSION: '1', IMPORT_RAW_LEAVES: 'true', IMPORT_HAMT_THRESHOLD: '1B' }
  const { url, stop } = await startWorkerd({ variables })
  onTestFinished(stop)
  const roots = async (query: string) => {
    const body = form(...Array.from({ length: 20 }, (_, at) => file(`d/${at}`, 'hello world')))
    const response = await fetch(new URL(`api/v0/add?quiet=true&${query}`, url), { method: 'POST', ...body })
    return (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).Hash)
  }

  const [leaf, ...others] = await roots('')
  expect(leaf).toBe('bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
  const plain = (await roots('profile=unixfs-v1-2025')).at(-1)
  expect(others.at(-1)).not.toBe(plain)
  expect((await roots('profile=unixfs-v0-2015'))[0]).toBe('Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD')
})
