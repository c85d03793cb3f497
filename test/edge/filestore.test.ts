import { expect, it, onTestFinished } from 'vitest'
import { startWorkerd } from '../hosts/start-workerd.ts'
import { file, form } from '../requests/form.ts'

const CONTENT = 'a film that stays in the bucket\n'

it('refers to an object of the bucket, serves it, and tells when it has changed', async () => {
  const { url, putFile, stop } = await startWorkerd({ variables: { FILESTORE_ENABLED: 'true' } })
  onTestFinished(stop)
  const call = (path: string, init = {}) => fetch(new URL(`api/v0/${path}`, url), { method: 'POST', ...init })
  const add = (content: string) =>
    call('add?nocopy=true', form(file('a.txt', content, { Abspath: '/films/a.txt' })))
  await putFile('films/a.txt', CONTENT)

  const added = (await (await add(CONTENT)).json()) as { readonly Hash: string }
  const listed = await (await call('filestore/ls')).json()
  const read = await (await call(`cat?arg=${added.Hash}`)).text()
  const shown = await (await fetch(new URL(`ipfs/${added.Hash}`, url))).text()
  await putFile('films/a.txt', CONTENT.replace('film', 'song'))
  const verified = await (await call('filestore/verify')).json()
  const changed = await call(`cat?arg=${added.Hash}&offline=true`)
  const refused = await add(CONTENT)

  expect(listed).toMatchObject({ Status: 0, FilePath: 'films/a.txt', Offset: 0, Size: CONTENT.length })
  expect([read, shown]).toEqual([CONTENT, CONTENT])
  expect(verified).toMatchObject({ Status: 12, FilePath: 'films/a.txt' })
  expect(changed.status).toBe(500)
  expect(await refused.text()).toContain('its bytes are not those that were sent')
})
