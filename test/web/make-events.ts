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

/** In the page: makes venues, and an event at the first one. Gives the place of the event. */
export async function addAtOldestOfVenues(count: number): Promise<string> {
  const post = async (collection: string, body: object) => {
    const headers = { 'Content-Type': 'application/json' }
    const url = `/cal/events/v1/${collection}`
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  const { id: venue } = await post('venues', { venue: 'Venue 0' })
  for (let at = 1; at < count; at += 1) await post('venues', { venue: `Venue ${at}` })
  const dates = { start_date: '2027-04-14 18:00:00', end_date: '2027-04-14 20:00:00' }
  return `event/${(await post('events', { title: 'Fair', ...dates, venue })).id}`
}
