import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const tool = join(root, 'test/fixtures/calendar-replay/replay.mjs')
const samples = join(root, 'test/fixtures/calendar/samples.jsonl')
const host = join(root, 'test/peers/calendar-host.mjs')

interface Replayed {
  readonly total: {
    readonly passed: number
    readonly failed: number
    readonly skipped: number
    readonly C: number
  }
  readonly results: readonly {
    readonly id: string
    readonly passed?: boolean
    readonly policy: string | null
    readonly tolerances: readonly string[]
    readonly diffs: readonly { readonly tier: string; readonly path: string }[]
  }[]
}

describe('recorded requests of the calendar', { timeout: 120_000 }, () => {
  let whole: Promise<Replayed>
  beforeAll(() => {
    whole = replay()
  })

  it('are answered as they were, or as a named tolerance says', async () => {
    const { total, results } = await whole

    const failing = results.filter(({ passed, policy }) => passed !== true && policy !== 'optional')
    expect(failing.map(({ id, diffs }) => `${id} ${diffs[0]?.path ?? ''}`)).toEqual([])
    expect(total.skipped).toBe(0)
    expect(total.passed).toBeGreaterThan(700)
  })

  it('differ only in kept organizers where that tolerance is left out', async () => {
    const tolerated = (await whole).results.filter(({ tolerances }) => tolerances.includes('organizer-kept'))
    const scenarios = await scenariosOf(tolerated.map(({ id }) => id))

    const named = scenarios.flatMap((name) => ['--scenario', name])
    const { total, results } = await replay('--without', 'organizer-kept', ...named)

    const failing = results.filter(({ passed, policy }) => passed !== true && policy !== 'optional')
    expect(new Set(failing.flatMap(({ diffs }) => diffs.map(({ path }) => path)))).toEqual(
      new Set(['$.organizer', '$.events[0].organizer']),
    )
    expect({ failed: total.failed, skipped: total.skipped }).toEqual({ failed: 13, skipped: 0 })
  })
})

/** Each scenario has a node of its own: what one of them answers depends on no other. */
async function scenariosOf(ids: readonly string[]): Promise<string[]> {
  const lines = (await readFile(samples, 'utf8')).trim().split('\n')
  const recorded = lines.map((line): { id: string; scenario: string } => JSON.parse(line))
  return [...new Set(recorded.filter(({ id }) => ids.includes(id)).map(({ scenario }) => scenario))]
}

async function replay(...more: readonly string[]): Promise<Replayed> {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-replay-'))
  const out = join(folder, 'result.json')
  try {
    const parameters = [tool, '--host', host, '--file', samples, '--json', out, '--show', '0', ...more]
    // Lines that fail make it exit with 1; what it wrote says which.
    await promisify(execFile)(process.execPath, parameters).catch(() => undefined)
    return JSON.parse(await readFile(out, 'utf8')) as Replayed
  } finally {
    await rm(folder, { recursive: true })
  }
}
