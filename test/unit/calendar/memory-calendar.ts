import type { Calendar } from '../../../src/calendar/model/calendar.ts'
import { createCalendar } from '../../../src/calendar/store/create-calendar.ts'
import { createDerivedIndexes } from '../../../src/calendar/store/rows/derive-row.ts'
import type { Ports } from '../../../src/node/create.ts'
import { memoryPorts } from '../memory-ports.ts'

/** A calendar over these ports, where all zones are UTC. */
export function memoryCalendar(ports: Ports = memoryPorts()): Calendar {
  return createCalendar({ ...ports, derivedIndexes: createDerivedIndexes() })
}
