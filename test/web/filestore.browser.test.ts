import { expect, it } from 'vitest'
import { createTabNode } from '../../web/host/tab.ts'
import { freshName } from './storage-name.ts'

const CONTENT = 'a film that stays in a file of this origin\n'

async function putFile(name: string, content: string): Promise<void> {
  const root = await navigator.storage.getDirectory()
  const writable = await (await root.getFileHandle(name, { create: true })).createWritable()
  await writable.write(content)
  await writable.close()
}

it('refers to a file of the origin, reads it, and tells when it has changed', async () => {
  const storage = freshName()
  const path = `${storage}.txt`
  await putFile(path, CONTENT)
  const settings = await createTabNode({ name: storage })
  await settings.call('config', {
    args: { key: 'Experimental.FilestoreEnabled', value: 'true' },
    options: { bool: true },
  })
  const node = await createTabNode({ name: storage })
  const body = [
    '--edge',
    'Content-Disposition: form-data; name="file"; filename="a.txt"',
    `Abspath: /${path}`,
    'Content-Type: application/octet-stream',
    '',
    CONTENT,
    '--edge--',
    '',
  ].join('\r\n')
  const headers = { 'Content-Type': 'multipart/form-data; boundary=edge' }
  const added = await node.fetch('/api/v0/add?nocopy=true', { method: 'POST', headers, body })
  const { Hash } = (await added.json()) as { readonly Hash: string }
  const verified = async () => (await node.fetch('/api/v0/filestore/verify', { method: 'POST' })).json()

  expect(await new Response(await node.call('cat', { args: { 'ipfs-path': Hash } })).text()).toBe(CONTENT)
  expect(await verified()).toMatchObject({ Status: 0, FilePath: path })
  await putFile(path, CONTENT.replace('film', 'song'))
  expect(await verified()).toMatchObject({ Status: 12 })
  await expect(
    node.call('cat', { args: { 'ipfs-path': Hash } }).then((bytes) => new Response(bytes).text()),
  ).rejects.toThrow()
})
