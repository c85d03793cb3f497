import { describe, expect, it } from 'vitest'
import type { OpenAdapters } from './adapters-worker.ts'

const KEY = Uint8Array.of(1)

/** What the contract cannot see: the limits of a row, and its rows after it is opened again. */
export function describeSqliteDatastore(open: OpenAdapters): void {
  describe('sqliteDatastore()', () => {
    it('holds its values and its generation when it is opened again', async () => {
      const { datastore, reopen } = await open()
      await datastore.batch([{ type: 'put', key: KEY, value: KEY }])

      const again = reopen().datastore

      expect(await again.get(KEY)).toEqual(KEY)
      expect(await again.generation()).toBe(await datastore.generation())
    })

    it('refuses a value that no row can hold, and the whole batch with it', async () => {
      const { datastore } = await open()
      const batch = datastore.batch([
        { type: 'put', key: KEY, value: KEY },
        { type: 'put', key: Uint8Array.of(2), value: new Uint8Array(1_900_000) },
      ])

      await expect(batch).rejects.toMatchObject({ name: 'DomainError', code: 'too-large' })
      expect(await datastore.get(KEY)).toBeUndefined()
    })

    it('ranges over values of a megabyte and more', async () => {
      const { datastore } = await open()
      for (let number = 0; number < 20; number += 1) {
        const value = new Uint8Array(1_800_000).fill(number)
        await datastore.batch([{ type: 'put', key: Uint8Array.of(number), value }])
      }

      const found: (number | undefined)[] = []
      for await (const [, value] of datastore.range({})) found.push(value[1_799_999])

      expect(found).toEqual(Array.from({ length: 20 }, (_, number) => number))
    })
  })
}
