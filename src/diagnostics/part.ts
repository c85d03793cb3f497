import { definePart } from '../node/part.ts'
import { type Activity, createActivity } from './activity.ts'

/** Counts work in progress, for the host's adapters too if they take part. */
export const activityPart = definePart({
  name: 'activity',
  needs: { hostActivity: 'optional' },
  create: ({ hostActivity }: { readonly hostActivity?: Activity | undefined }): Activity =>
    hostActivity ?? createActivity(),
})
