/// <reference types="vite/client" />

/** The CAR files as data URLs, so that a page, a worker and this process load them alike. */
const CARS = import.meta.glob<string>('../fixtures/car/files/*.car', {
  query: '?url&inline',
  import: 'default',
})

/** The bytes of a CAR file of `fixtures/car`, by its name without folder. */
export async function carFile(name: string): Promise<Uint8Array> {
  const load = CARS[`../fixtures/car/files/${name}`]
  if (load === undefined) throw new Error(`there is no ${name} among the fixtures`)
  return new Uint8Array(await (await fetch(await load())).arrayBuffer())
}
