import { expect, it } from 'vitest'
import { createTabNode } from '../../web/host/tab.ts'
import { file, form } from '../requests/form.ts'
import { freshName } from './storage-name.ts'

it('encodes added content as its configuration says, after it was opened again', async () => {
  const name = freshName()
  const first = await createTabNode({ name })
  await first.call('config/profile/apply', { args: { profile: 'unixfs-v1-2025' } })
  const second = await createTabNode({ name })
  const added = async ({ fetch }: typeof first) => {
    const response = await fetch('/api/v0/add', { method: 'POST', ...form(file('hello', 'hello world')) })
    return (await response.json()).Hash
  }

  expect(await added(first)).toBe('Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD')
  expect(await added(second)).toBe('bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
})
