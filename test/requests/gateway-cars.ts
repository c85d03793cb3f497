/// <reference types="vite/client" />
import { CarReader } from '@ipld/car'
import type { Send } from '../hosts/host.ts'
import { type StoredBlock, storeBlocks } from './stored-tree.ts'

/** The CAR files as data URLs, so that a page, a worker and this process load them alike. */
const CARS = import.meta.glob<string>('../fixtures/gateway/cars/*.car', {
  query: '?url&inline',
  import: 'default',
})

/** Stores all blocks of a CAR file, named as the table of expectations names it: `gateway/cars/<name>.car`. */
export async function storeCar(send: Send, name: string): Promise<void> {
  const load = CARS[`../fixtures/${name}`]
  if (load === undefined) throw new Error(`there is no ${name} among the fixtures`)
  const bytes = await (await fetch(await load())).arrayBuffer()
  const car = await CarReader.fromBytes(new Uint8Array(bytes))
  const blocks: StoredBlock[] = []
  for await (const { cid, bytes } of car.blocks()) blocks.push({ cid, bytes })
  await storeBlocks(send, blocks)
}
