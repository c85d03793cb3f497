import { definePart } from '../node/part.ts'
import { createBodyAdmission } from './body-admission.ts'

/** Decides when request bodies are read. */
export const bodyAdmissionPart = definePart({
  name: 'bodyAdmission',
  needs: { clock: 'required', activity: 'required', nextTurn: 'optional' },
  create: createBodyAdmission,
})
