import type { Activity } from '../../src/diagnostics/activity.ts'

/**
 * Gives back what dropped requests have entered. The runtime drops what a request awaits when its client leaves: its
 * `finally` never runs, and nothing else would subtract it. The garbage collection that removes the request does.
 */
export function forgetDropped(activity: Activity): Activity {
  const dropped = new FinalizationRegistry<() => void>((leave) => leave())
  return {
    ...activity,
    enter(gauge, amount) {
      const leave = activity.enter(gauge, amount)
      const leaveOnce = () => {
        dropped.unregister(leaveOnce)
        leave()
      }
      dropped.register(leaveOnce, leave, leaveOnce)
      return leaveOnce
    },
  }
}
