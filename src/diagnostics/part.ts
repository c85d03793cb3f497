import { definePart } from '../parts/define-part.ts'
import type { Clock } from '../ports/clock.ts'
import { type Activity, createActivity } from './activity.ts'
import { type BandwidthMeter, type BandwidthOptions, createBandwidth } from './bandwidth.ts'
import { type CallHistory, createCallHistory } from './call-history.ts'
import { createLifecycle, type Lifecycle, type LifecycleOptions } from './lifecycle.ts'

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

/** Bytes that callers send and get, for `/stats/bw`. */
export const bandwidthPart = definePart({
  name: 'bandwidth',
  needs: { activity: 'required', clock: 'required' },
  create: (needs: BandwidthOptions): BandwidthMeter => createBandwidth(needs),
})

/** Whether the node still answers. */
export const lifecyclePart = definePart({
  name: 'lifecycle',
  needs: { logger: 'required', hostProcess: 'optional' },
  create: (needs: LifecycleOptions): Lifecycle => createLifecycle(needs),
})
