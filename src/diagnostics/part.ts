import { definePart } from '../node/part.ts'
import { type Activity, createActivity } from './activity.ts'

/** What is under way: counted by the host's adapters, or by the node. */
export const activityPart = definePart({
  name: 'activity',
  needs: { hostActivity: 'optional' },
  create: ({ hostActivity }: { readonly hostActivity?: Activity | undefined }): Activity =>
    hostActivity ?? createActivity(),
})
