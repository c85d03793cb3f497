import { afterAll, expect, it } from 'vitest'
import { send } from '../hosts/service-worker.ts'
import { file, form } from '../requests/form.ts'

const post = (path: string, init = {}) => send(`/api/v0/${path}`, { method: 'POST', ...init })

afterAll(async () => {
  await (await post('mount?cas-path=/ipfs&nms-path=/ipns')).body?.cancel()
})

it('leads a page from a mount to the namespace, where the server has nothing', async () => {
  const { Hash } = await (await post('add', form(file('a.txt', 'mounted')))).json()
  expect(await (await post('mount?f=/mounted/ipfs')).json()).toMatchObject({ IPFS: '/mounted/ipfs' })

  const response = await send(`/mounted/ipfs/${Hash}?filename=a.txt`)

  expect(await response.text()).toBe('mounted')
  expect(new URL(response.url).pathname).toBe(`/ipfs/${Hash}`)
})
