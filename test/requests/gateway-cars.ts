import { readFixture } from '#host'
import records from '../fixtures/gateway/records.json' with { type: 'json' }
import type { Send } from '../hosts/host.ts'
import { form, file as partOf } from './form.ts'
import { fromHex } from './hex.ts'

/** Keeps a record of a name, which the table of expectations names `ipns/records/<name>.ipns-record`. */
export async function storeRecord(send: Send, file: string): Promise<void> {
  const name = file.replace(/^.*\/|\.ipns-record$/g, '')
  const hex = new Map(Object.entries(records.valid)).get(name)
  if (hex === undefined) throw new Error(`there is no ${file} among the fixtures`)
  const query = `arg=/ipns/${name}&allow-offline=true`
  const response = await send(`/api/v0/routing/put?${query}`, form(partOf('', fromHex(hex))))
  if (response.status !== 200) throw new Error(`routing/put answered ${await response.text()}`)
}

/** Stores all blocks of a CAR file, named as the table of expectations names it: `gateway/cars/<name>.car`. */
export async function storeCar(send: Send, name: string): Promise<void> {
  const car = partOf('blocks.car', await readFixture(name))
  // One import, since a request for each hundred blocks takes a browser several times as long.
  const response = await send('/api/v0/dag/import?pin-roots=false', form(car))
  const answer = await response.text()
  if (response.status !== 200 || answer !== '') throw new Error(`dag/import answered ${answer}`)
}
