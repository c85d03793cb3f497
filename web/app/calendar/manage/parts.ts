/** The parts of the calendar that events refer to. */
export const MANAGED = ['venues', 'organizers', 'categories', 'tags'] as const

export type Managed = (typeof MANAGED)[number]

export function isManaged(name: string | undefined): name is Managed {
  return MANAGED.some((managed) => managed === name)
}

/** A page of what is managed. */
export type ManagedPart = Managed | 'trash'
