import { expect, it } from 'vitest'
import { loopbackPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import { formatPeerId } from '../../src/codec/cid/peer-id.ts'
import { memoryHostKey } from '../../src/memory/memory-host-key.ts'
import { nameRow } from '../../src/names/record-store.ts'
import { keyOf } from '../../src/state/keys.ts'
import { memoryNode } from './memory-ports.ts'

const PATH = '/ipfs/bafkqaaa'

async function openNode() {
  const node = await memoryNode({ hostKey: memoryHostKey(new Uint8Array(32)) })
  const app = createApp(node, loopbackPolicy())
  const call = async (command: string) => {
    const answer = await app.fetch(new Request(`http://127.0.0.1/api/v0/${command}`, { method: 'POST' }))
    return answer.json()
  }
  const damage = (key: Uint8Array) =>
    node.datastore.batch([{ type: 'put', key, value: new Uint8Array(20).fill(0xff) }])
  return { node, call, damage }
}

it('a damaged record of an own name counts as none, and the next one replaces it', async () => {
  const { node, call, damage } = await openNode()
  const self = await node.keys.self()
  const name = formatPeerId(self.peerId)
  await call(`name/publish?arg=${PATH}&allow-offline=true`)
  await damage(nameRow(self.peerId))

  expect(await call(`name/resolve?arg=${name}`)).toMatchObject({ Type: 'error' })
  await call(`name/publish?arg=${PATH}&allow-offline=true`)

  expect(await call(`name/resolve?arg=${name}`)).toEqual({ Path: PATH })
})

it('damaged records of foreign names are removed with those that have ended', async () => {
  const { node, damage } = await openNode()
  const key = keyOf(keyOf('names/records/'), Uint8Array.of(0, 2, 1, 2))
  await damage(key)

  await node.names.purge()

  expect(await node.datastore.get(key)).toBeUndefined()
})

it.each([
  [
    'pin/remote/service/ls',
    'pins/remote/services/one',
    'Cannot read pinning service "one": its row is damaged; remove it with "pin/remote/service/rm", and add it again',
  ],
  ['ledger/list', 'ledger/head', 'Cannot read head of the ledger: its row is damaged'],
])('%s names the damaged row %s', async (command, key, message) => {
  const { call, damage } = await openNode()
  await damage(keyOf(key))

  expect(await call(command)).toMatchObject({ Message: message, Type: 'error' })
})
