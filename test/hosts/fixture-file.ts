import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadFixture } from './host.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')

/** For hosts whose suites run in Node. */
export const readFixture: ReadFixture = async (path) => new Uint8Array(await readFile(join(FIXTURES, path)))
