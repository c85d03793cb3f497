import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const samples = join(root, 'test/fixtures/calendar/samples.jsonl')

/** What `test/fixtures/calendar-replay/replay.mjs` exports. */
interface Replayer {
  loadLines(file: string): readonly Line[]
  loadTolerances(without: readonly string[]): ReadonlySet<string>
  moduleHosts(host: object): unknown
  replay(options: {
    readonly lines: readonly Line[]
    readonly open: unknown
    readonly opts: ReadonlySet<string>
    readonly scenario?: readonly string[]
  }): Promise<Replayed>
}

interface Line {
  readonly id: string
  readonly scenario: string
}

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

// Both are JavaScript: the compiler would not read them.
const imported = (path: string) => import(pathToFileURL(join(root, path)).href)
const replayer: Replayer = await imported('test/fixtures/calendar-replay/replay.mjs')
const calendarHost: object = await imported('test/peers/calendar-host.mjs')

describe('recorded requests of the calendar', { timeout: 120_000 }, () => {
  const { loadLines, loadTolerances, moduleHosts, replay } = replayer
  const [lines, open] = [loadLines(samples), moduleHosts(calendarHost)]
  let whole: Promise<Replayed>
  beforeAll(() => {
    whole = replay({ lines, open, opts: loadTolerances([]) })
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
    const ids = new Set(tolerated.map(({ id }) => id))
    // Each scenario has a node of its own: what one of them answers depends on no other.
    const scenario = lines.filter(({ id }) => ids.has(id)).map((line) => line.scenario)

    const { total, results } = await replay({
      lines,
      open,
      opts: loadTolerances(['organizer-kept']),
      scenario,
    })

    const failing = results.filter(({ passed, policy }) => passed !== true && policy !== 'optional')
    expect(new Set(failing.flatMap(({ diffs }) => diffs.map(({ path }) => path)))).toEqual(
      new Set(['$.organizer', '$.events[0].organizer']),
    )
    expect({ failed: total.failed, skipped: total.skipped }).toEqual({ failed: 13, skipped: 0 })
  })
})
