import { expect, it } from 'vitest'
import { directory, rawFile } from '../../requests/stored-tree.ts'
import { memoryGateway } from './memory-gateway.ts'

it.each([
  ['GET', '/ipfs/FOLDER?format=tar'],
  ['GET', '/ipfs/FOLDER?format=car'],
  ['POST', '/api/v0/get?arg=FOLDER'],
])('sends the small pieces of an archive together: %s %s', async (method, target) => {
  const names = Array.from({ length: 100 }, (_, at) => `file-${at}`)
  const files = await Promise.all(names.map(async (name) => [name, await rawFile(name)] as const))
  const folder = await directory(files)
  const { send } = await memoryGateway(folder)

  const { body } = await send(target.replace('FOLDER', `${folder.cid}`), { method })
  let chunks = 0
  for await (const _ of body ?? []) chunks += 1

  expect(chunks).toBeLessThan(10)
})
