import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generatedFaults } from '../check/generated.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The step `generated` of the check finds nothing in the code as it is. */
describe('generatedFaults()', () => {
  it('finds generated code that was edited', () => {
    const edited = generatedFaults((path) => read(path).replace('"number":9', '"number":10'))

    expect(edited).toEqual([
      'proto/gen/ledger-schema.ts: not what proto/ledger.proto gives, run `npm run proto`',
    ])
  })

  it('finds a field that its source does not have', () => {
    const edited = generatedFaults((path) => read(path).replace('DAPath', 'daPath'))

    expect(edited).toHaveLength(1)
  })
})
