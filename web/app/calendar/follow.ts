/** Other tabs of this origin that show the calendar. This object does not get its own messages. */
const tabs = new BroadcastChannel('tidepool/calendar')

/** Tells other tabs that this one has changed the calendar. */
export function tellOtherTabs(): void {
  tabs.postMessage('changed')
}

/** Calls `follow` when another tab has changed the calendar, and when this tab is seen again. */
export function onForeignChange(follow: () => void): void {
  tabs.addEventListener('message', follow)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') follow()
  })
}
