import { describe, expect, it } from 'vitest'
import { BROKEN_FORMS, cutForms } from '../hostile/broken-forms.ts'
import { LYING_PIECES, LYING_SHARDS, NO_FILES, NO_NODES } from '../hostile/lying-nodes.ts'
import {
  meaninglessOptions,
  missingArguments,
  repeatedOptions,
  wrongTypes,
} from '../hostile/malformed-options.ts'
import { MALFORMED_PATHS } from '../hostile/malformed-paths.ts'
import { NAMES } from '../hostile/names.ts'
import { ABSENT_CIDS, NO_FILE_CODECS, WEAK_CIDS } from '../hostile/refused-cids.ts'

const inputs = {
  paths: MALFORMED_PATHS.map(([text]) => text),
  cids: [...WEAK_CIDS, ...NO_FILE_CODECS, ...ABSENT_CIDS].map(([cid]) => cid),
  forms: BROKEN_FORMS.map(({ name }) => name),
  cuts: cutForms().map(({ name }) => name),
  names: NAMES.map(([sent]) => sent),
  nodes: [...NO_NODES, ...NO_FILES, ...LYING_PIECES, ...LYING_SHARDS].map(({ name }) => name),
}

describe('hostile inputs', () => {
  it.each(Object.entries(inputs))('of each table are all different: %s', (_, table) => {
    expect(new Set(table).size).toBe(table.length)
  })

  it('are at least 300, whatever the registry declares', () => {
    const counts = Object.values(inputs).map((table) => table.length)

    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(300)
  })

  it('are more with the options of every served command', () => {
    const options = [wrongTypes(), repeatedOptions(), meaninglessOptions(), missingArguments()].flat()

    expect(options.length).toBeGreaterThanOrEqual(1000)
  })
})
