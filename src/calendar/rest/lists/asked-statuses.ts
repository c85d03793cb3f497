import { isStatus, LISTED, type Status } from '../../model/status.ts'
import { mayListUnpublished } from '../../rules/rights.ts'
import type { SentParameters } from '../read/read-query.ts'
import { toList } from '../resources/values.ts'
import type { Scope } from '../scope.ts'

export interface AskedStatuses {
  readonly statuses: readonly Status[]
  /** As links show them; absent for none. */
  readonly shown: string | undefined
}

/** Which statuses a list holds: the published, or for those who write everything unless they say. */
export function askedStatuses(sent: SentParameters, { actor }: Pick<Scope, 'actor'>): AskedStatuses {
  if (!mayListUnpublished(actor)) return { statuses: ['publish'], shown: 'publish' }
  const value = sent.get('status') ?? null
  if (value === null) return { statuses: LISTED, shown: 'any' }
  const statuses = (toList(value) ?? []).filter(isStatus)
  return { statuses, shown: statuses.length === 0 ? undefined : statuses.join(',') }
}
