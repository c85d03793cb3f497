import { expect, it } from 'vitest'
import { memoryHostKey } from '../../../src/memory/memory-host-key.ts'
import { hostKeyContract } from '../../contracts/host-key.ts'

const SECRET = new Uint8Array(32).fill(5)

hostKeyContract('memory', async () => [memoryHostKey(SECRET), memoryHostKey(SECRET)])

it('memoryHostKey() has no key where no secret is given', async () => {
  expect(await memoryHostKey().encryptionKey()).toBeUndefined()
})
