import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CarReader } from '@ipld/car'
import { readVarint } from '../../../src/codec/bytes/varint.ts'
import { libraryType } from '../../requests/protobuf-library.ts'

/** Says of each of several bodies whether it reads as whole. */
export type Reader = (bodies: readonly Uint8Array[]) => Promise<readonly boolean[]>

const run = promisify(execFile)

/** One process for all bodies: to start one costs more than what it reads. */
const byTool =
  (command: string): Reader =>
  async (bodies) => {
    const folder = await mkdtemp(join(tmpdir(), 'cut-'))
    try {
      const paths = bodies.map((_, at) => join(folder, String(at)))
      await Promise.all(bodies.map((body, at) => writeFile(paths[at] ?? '', body)))
      const script = `for body; do ${command} >/dev/null 2>&1; echo $?; done`
      const { stdout } = await run('sh', ['-c', script, 'sh', ...paths])
      return stdout
        .trim()
        .split('\n')
        .map((status) => status === '0')
    } finally {
      await rm(folder, { recursive: true })
    }
  }

const each =
  (read: (body: Uint8Array) => unknown): Reader =>
  (bodies) =>
    Promise.all(
      bodies.map(async (body) => {
        try {
          await read(body)
          return true
        } catch {
          return false
        }
      }),
    )

export const gnuTar = byTool('tar -xO <"$body"')
export const gunzip = byTool('gunzip -c <"$body"')
/** The status is that of tar alone: it refuses what was compressed too. */
export const gunzipIntoTar = byTool('gunzip -c <"$body" | tar -xO')
export const ipldCar = each((body) => CarReader.fromBytes(body))

/** As the reference's importer reads: the end of the file directly behind the length of a section is the end. */
export const goCar = each((body) => {
  for (let at = 0; at < body.byteLength; ) {
    const { value: length, next } = readVarint(body, at)
    if (next < body.byteLength && next + length > body.byteLength) throw new Error('unexpected EOF')
    at = next + length
  }
})
export const jsonText = each((body) => JSON.parse(new TextDecoder().decode(body)))
export const protobuf = each((body) => libraryType('GenesisState').decode(body))
