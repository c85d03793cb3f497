import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lintDescription } from '../check/description.ts'

const built = join(import.meta.dirname, '../../dist/web/openapi.json')
const builtQueries = join(import.meta.dirname, '../../dist/web/ledger-openapi.json')

describe('the guard of the API description', () => {
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidepool-description-'))
  })

  afterAll(() => rm(folder, { recursive: true }))

  it('passes the document that is built', async () => {
    await expect(lintDescription(built)).resolves.toBeUndefined()
  })

  it('passes the document of the ledger’s queries', async () => {
    await expect(lintDescription(builtQueries)).resolves.toBeUndefined()
  })

  it('finds a reference that leads nowhere', async () => {
    const broken = join(folder, 'broken.json')
    const text = await readFile(built, 'utf8')
    await writeFile(broken, text.replace('"$ref":"#/components/', '"$ref":"#/components/nowhere/'))

    await expect(lintDescription(broken)).rejects.toThrow(/exit code 1/)
  })
})
