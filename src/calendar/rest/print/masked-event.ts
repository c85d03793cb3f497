import type { WireEvent } from '../../wire.ts'

/** What a list shows of an event that asks for a password. Spec: calendar facts, section 13.3. */
export function masked(printed: WireEvent): WireEvent {
  return { ...printed, ...MASK }
}

const MASK: Partial<WireEvent> = {
  description: '',
  excerpt: '',
  cost: '',
  website: '',
  image: false,
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  custom_fields: [],
  all_day: null,
  show_map: null,
  show_map_link: null,
  hide_from_listings: null,
  sticky: null,
  featured: null,
}
