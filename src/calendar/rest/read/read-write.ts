import type { Patches } from '../../model/patch.ts'
import type { Content } from '../../plans/perform.ts'
import type { Resource } from '../resources/resources.ts'
import { restError } from '../rest-error.ts'
import { readPatch } from './read-patch.ts'
import type { SentParameters } from './read-query.ts'

/** What a request that creates or changes a record says of it. A slug of a place counts where the address has one. */
export function readContent(
  { collection }: Resource,
  sent: SentParameters,
  { isBySlug }: { readonly isBySlug: boolean },
): Content {
  if (collection === 'tags' && (sent.get('parent') ?? null) !== null)
    throw restError(
      'rest_taxonomy_not_hierarchical',
      'Cannot set parent term, taxonomy is not hierarchical.',
      { status: 400 },
    )
  const patch: Patches[typeof collection] = readPatch(collection, sent)
  const slug = sent.get('slug')
  const isPlace = collection === 'venues' || collection === 'organizers'
  const renamed = isPlace && isBySlug && typeof slug === 'string' ? { ...patch, slug } : patch
  return { collection, patch: renamed } as Content
}
