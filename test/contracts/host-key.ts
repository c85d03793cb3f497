import { describe, expect, it } from 'vitest'
import type { HostKey } from '../../src/ports/host-key.ts'
import { abortedSignal } from './blocks.ts'

const IV = new Uint8Array(12)
const SECRET = new TextEncoder().encode('secret')

/**
 * The behaviour every {@link HostKey} must show. Call once per adapter and host; `open` gives two views of one key,
 * as two processes of one storage have it.
 */
export function hostKeyContract(name: string, open: () => Promise<readonly [HostKey, HostKey]>): void {
  describe(`HostKey contract: ${name}`, () => {
    it('is a key of AES-GCM with 256 bits whose bytes cannot be exported', async () => {
      const [host] = await open()

      const key = await keyOf(host)

      expect({ ...key.algorithm }).toEqual({ name: 'AES-GCM', length: 256 })
      expect(key.extractable).toBe(false)
      await expect(crypto.subtle.exportKey('raw', key)).rejects.toMatchObject({ name: 'InvalidAccessError' })
    })

    it('decrypts in one process what another has encrypted', async () => {
      const [host, other] = await open()

      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: IV }, await keyOf(host), SECRET)
      const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: IV }, await keyOf(other), sealed)

      expect(new Uint8Array(opened)).toEqual(SECRET)
    })

    it('is one key for processes that ask at the same time', async () => {
      const [host, other] = await open()

      const [key, same] = await Promise.all([keyOf(host), keyOf(other)])

      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: IV }, key, SECRET)
      const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: IV }, same, sealed)
      expect(new Uint8Array(opened)).toEqual(SECRET)
    })

    it('rejects when the signal is aborted already', async () => {
      const [host] = await open()
      const { signal, reason } = abortedSignal()

      await expect(host.encryptionKey({ signal })).rejects.toBe(reason)
    })
  })
}

async function keyOf(host: HostKey): Promise<CryptoKey> {
  const key = await host.encryptionKey()
  if (!key) throw new Error('the host has no key')
  return key
}
