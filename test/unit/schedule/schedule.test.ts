import { describe, expect, it } from 'vitest'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import { clockSchedule } from '../../../src/schedule/clock-schedule.ts'
import { createSchedule } from '../../../src/schedule/create-schedule.ts'
import { handClock } from '../hand-clock.ts'

function scheduled() {
  const clock = handClock()
  const logger = memoryLogger()
  const schedule = clockSchedule({ clock, logger })
  const ran: string[] = []
  const add = (name: string, then?: () => void) =>
    schedule.add(name, async () => {
      ran.push(`${name} ${clock.now()}`)
      then?.()
    })
  return { clock, logger, schedule, ran, add }
}

describe('clockSchedule()', () => {
  it('runs each task at its time, whichever was set first', async () => {
    const { clock, ran, add } = scheduled()
    const late = add('late')
    const soon = add('soon')

    late.at(100)
    soon.at(10)
    await clock.move(9)
    expect(ran).toEqual([])
    await clock.move(500)

    expect(ran).toEqual(['soon 10', 'late 100'])
  })

  it('keeps the earlier of two times, and is not set any more when it runs', async () => {
    const { clock, ran, add } = scheduled()
    const isSet: boolean[] = []
    const task = add('task', () => isSet.push(task.isSet))

    task.at(50)
    task.at(80)
    task.at(20)
    isSet.push(task.isSet)
    await clock.move(1_000)

    expect(ran).toEqual(['task 20'])
    expect(isSet).toEqual([true, false])
  })

  it('runs a task again that sets its own time', async () => {
    const { clock, ran, add } = scheduled()
    const task = add('task', () => task.at(clock.now() + 30))

    task.at(0)
    await clock.move(100)

    expect(ran).toEqual(['task 0', 'task 30', 'task 60', 'task 90'])
  })

  it('tries again what fails until it succeeds, at most ten minutes later, and leaves the others their times', async () => {
    const { clock, logger, ran, schedule, add } = scheduled()
    const tries: number[] = []
    const failing = schedule.add('failing', async () => {
      tries.push(clock.now())
      if (tries.length <= 20) throw new Error('no')
    })
    const other = add('other', () => other.at(clock.now() + 1_000_000))

    failing.at(0)
    other.at(0)
    await clock.move(20_000_000)

    expect(tries.slice(0, 4)).toEqual([0, 2_000, 6_000, 14_000])
    expect(tries).toHaveLength(21)
    expect((tries[20] ?? 0) - (tries[19] ?? 0)).toBe(600_000)
    expect(failing.isSet).toBe(false)
    expect(ran).toHaveLength(21)
    expect(logger.lines.filter(({ message }) => message === 'Cannot run failing')).toHaveLength(10)
  })
})

describe('createSchedule()', () => {
  it('asks for one call, and for another only when something is due before it', () => {
    const asked: number[] = []
    const clock = handClock()
    const wakeAt = async (timeMs: number) => void asked.push(timeMs)
    const schedule = createSchedule({ clock, logger: memoryLogger(), wakeAt })
    const [first, second] = [schedule.add('first', async () => {}), schedule.add('second', async () => {})]

    first.at(50)
    second.at(70)
    second.at(60)
    second.at(40)

    expect(asked).toEqual([50, 40])
  })

  it('asks by itself again until a call can be set', async () => {
    const asked: number[] = []
    const clock = handClock()
    const wakeAt = async (timeMs: number) => {
      asked.push(timeMs)
      if (asked.length < 4) throw new Error('no space left on device')
    }
    const schedule = createSchedule({ clock, logger: memoryLogger(), wakeAt })

    schedule.add('task', async () => {}).at(50)
    await clock.move(100_000)

    expect(asked).toEqual([50, 50, 50, 50])
  })

  it('asks again after a call that could not be set, and for what is left after each call', async () => {
    const asked: number[] = []
    const clock = handClock()
    const wakeAt = async (timeMs: number) => {
      asked.push(timeMs)
      if (asked.length === 1) throw new Error('no')
    }
    const schedule = createSchedule({ clock, logger: memoryLogger(), wakeAt })
    const [first, second] = [schedule.add('first', async () => {}), schedule.add('second', async () => {})]

    first.at(50)
    await clock.move(0)
    first.at(50)
    second.at(80)
    await clock.move(50)
    await schedule.runDue()

    expect(asked).toEqual([50, 50, 80])
  })
})
