import { definePart } from '../node/part.ts'
import type { Clock } from '../ports/clock.ts'
import { type Activity, createActivity } from './activity.ts'
import { type CallHistory, createCallHistory } from './call-history.ts'

/** Counts work in progress, for the host's adapters too if they take part. */
export const activityPart = definePart({
  name: 'activity',
  needs: { hostActivity: 'optional' },
  create: ({ hostActivity }: { readonly hostActivity?: Activity | undefined }): Activity =>
    hostActivity ?? createActivity(),
})

/** Calls of commands, for `/diag/cmds`. */
export const callsPart = definePart({
  name: 'calls',
  needs: { clock: 'required' },
  create: ({ clock }: { readonly clock: Clock }): CallHistory => createCallHistory({ clock }),
})
