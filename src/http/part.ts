import { definePart } from '../parts/define-part.ts'
import { createBodyAdmission } from './body-admission.ts'

/** Schedules the reading of request bodies. */
export const bodyAdmissionPart = definePart({
  name: 'bodyAdmission',
  needs: { clock: 'required', activity: 'required', nextTurn: 'optional' },
  create: createBodyAdmission,
})
