/** In the page: makes events on 14 April 2027 in the calendar of its node, each of which is a commit. */
export async function makeEvents(titles: readonly string[]): Promise<void> {
  for (const title of titles) {
    const event = { title, start_date: '2027-04-14 18:00:00', end_date: '2027-04-14 20:00:00' }
    const response = await fetch('/cal/events/v1/events', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(event),
    })
    if (!response.ok) throw new Error(await response.text())
  }
}
