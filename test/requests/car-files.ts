import { readFixture } from '#host'

/** The bytes of a CAR file of `fixtures/car`, by its name without folder. */
export function carFile(name: string): Promise<Uint8Array> {
  return readFixture(`car/files/${name}`)
}
