import type { Calendar } from '../../../src/calendar/model/calendar.ts'
import { createOne, fillEvents, fillSurroundings, list, readOne, updateOne } from './sample-calendar.ts'

/**
 * Does what a path names, on whatever host: fills in (`surroundings`, `events?at=&count=`), or does a thing `times`
 * times (`list/<name>?size=`, `read`, `create`, `update`). Resolves to the milliseconds that each time took.
 */
export async function perform(calendar: Calendar, path: string): Promise<readonly number[]> {
  const { pathname, searchParams } = new URL(path, 'http://bench')
  const [task = '', name = ''] = pathname.slice(1).split('/').map(decodeURIComponent)
  const number = (parameter: string) => Number(searchParams.get(parameter) ?? 0)
  const at = number('at')
  if (task === 'surroundings') await fillSurroundings(calendar)
  if (task === 'events') await fillEvents(calendar, { from: at, count: number('count') })
  const tasks: Readonly<Record<string, (time: number) => Promise<unknown>>> = {
    list: () => list(calendar, name, number('size')),
    read: (time) => readOne(calendar, at + time),
    create: (time) => createOne(calendar, at + time),
    update: (time) => updateOne(calendar, at + time),
  }
  const runs: number[] = []
  for (let time = 0; time < number('times'); time += 1) {
    const start = performance.now()
    await tasks[task]?.(time)
    runs.push(performance.now() - start)
  }
  return runs
}
