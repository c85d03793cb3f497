import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lintDescription } from '../check/description.ts'

/** The step `description` of the check passes it. */
const built = join(import.meta.dirname, '../../dist/web/openapi.json')

describe('the guard of the API description', () => {
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidepool-description-'))
  })

  afterAll(() => rm(folder, { recursive: true }))

  it('finds a reference that leads nowhere', async () => {
    const broken = join(folder, 'broken.json')
    const text = await readFile(built, 'utf8')
    await writeFile(broken, text.replace('"$ref":"#/components/', '"$ref":"#/components/nowhere/'))

    await expect(lintDescription(broken)).rejects.toThrow(/exit code 1/)
  })
})
