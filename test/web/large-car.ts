import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'

/** Writes a CAR file without roots that has one block of 256 KiB over and over. Gives its path. */
export async function largeCar(path: string, times: number): Promise<string> {
  const data = randomBytes(262_144)
  const cid = Buffer.concat([Buffer.from('01551220', 'hex'), createHash('sha256').update(data).digest()])
  const header = Buffer.from('11a265726f6f7473806776657273696f6e01', 'hex')
  // The length of CID and data, 262,180, as a varint.
  const block = Buffer.concat([Buffer.from('a48010', 'hex'), cid, data])
  await writeFile(path, Buffer.concat([header, ...Array.from({ length: times }, () => block)]))
  return path
}
