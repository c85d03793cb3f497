import { DomainError, type ErrorCode } from '../../errors.ts'

/** The reason why a well-formed write is refused. The wire has a code, a text and a status for each. */
export type WriteRefusal =
  | { readonly kind: 'invalid'; readonly field: 'start' | 'end' | 'timezone' | 'image' | 'name' }
  | { readonly kind: 'forbidden'; readonly isKnown: boolean }
  | { readonly kind: 'not-created'; readonly collection: 'venues' | 'organizers' }
  | { readonly kind: 'empty-name' }
  | { readonly kind: 'term-exists'; readonly collection: 'categories' | 'tags'; readonly id: number }
  | { readonly kind: 'slug-taken'; readonly slug: string }

const CODES: Readonly<Record<WriteRefusal['kind'], ErrorCode>> = {
  invalid: 'invalid-argument',
  forbidden: 'forbidden',
  'not-created': 'invalid-argument',
  'empty-name': 'invalid-argument',
  'term-exists': 'already-exists',
  'slug-taken': 'already-exists',
}

/** The error of a refused write. */
export function refuse(refusal: WriteRefusal): DomainError {
  return new DomainError(CODES[refusal.kind], `Cannot change calendar: ${refusal.kind}`, {
    details: { refusal },
  })
}

/** The refusal that {@link refuse} was given; `undefined` for any other error. */
export function refusalOf({ details }: DomainError): WriteRefusal | undefined {
  return (details as { readonly refusal?: WriteRefusal }).refusal
}
