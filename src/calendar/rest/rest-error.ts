import { DomainError, type ErrorCode } from '../../errors.ts'
import { type CalendarRefusal, refusalOf } from '../model/refusal.ts'

/** What the error body of this API needs beside code and message. */
export interface RestErrorOptions {
  readonly status: 400 | 401 | 403 | 404 | 410 | 413 | 429
  /** Stands in `data` beside `status`. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Stands beside `data`. */
  readonly beside?: Readonly<Record<string, unknown>>
}

const CODES: Readonly<Record<RestErrorOptions['status'], ErrorCode>> = {
  400: 'invalid-argument',
  401: 'forbidden',
  403: 'forbidden',
  404: 'not-found',
  410: 'failed-precondition',
  413: 'too-large',
  429: 'forbidden',
}

/** An error of this API as its clients know it: `code` is the wire's own word, such as `rest_forbidden`. */
export function restError(code: string, message: string, options: RestErrorOptions): DomainError {
  return new DomainError(CODES[options.status], message, { details: { rest: { code, ...options } } })
}

/** What {@link restError} was given, or `undefined` for any other error. */
export function restDetails(error: DomainError): ({ readonly code: string } & RestErrorOptions) | undefined {
  const { rest } = error.details as { rest?: { readonly code: string } & RestErrorOptions }
  return rest
}

/** The actor may not: 401 for somebody unknown, 403 for somebody known. */
export function forbidden(isKnown: boolean): DomainError {
  return restError('rest_forbidden', 'Sorry, you are not allowed to do that.', {
    status: isKnown ? 403 : 401,
  })
}

export function noRoute(): DomainError {
  return restError('rest_no_route', 'No route was found matching the URL and request method.', {
    status: 404,
  })
}

/** Too many wrong secrets or passwords; nothing is looked at before the seconds are over. */
export function tooManyAttempts(waitSeconds: number): DomainError {
  return restError('too_many_attempts', `Too many failed attempts: try again in ${waitSeconds} seconds.`, {
    status: 429,
    data: { wait_seconds: waitSeconds },
  })
}

/** Why one parameter is refused: the plain text, or a fault with a code of its own. */
export interface ParameterFault {
  readonly message: string
  readonly code?: string
  readonly data?: unknown
}

/** All refused parameters of a request, in the order the route declares them. */
export function invalidParameters(faults: ReadonlyMap<string, ParameterFault>): DomainError {
  const names = [...faults.keys()]
  const coded = [...faults].filter(([, fault]) => fault.code !== undefined)
  return restError('rest_invalid_param', `Invalid parameter(s): ${names.join(', ')}`, {
    status: 400,
    data: {
      params: Object.fromEntries([...faults].map(([name, { message }]) => [name, message])),
      details:
        coded.length === 0
          ? []
          : Object.fromEntries(
              coded.map(([name, { code, message, data }]) => [name, { code, message, data: data ?? null }]),
            ),
    },
  })
}

/** One refused parameter, found after the others were accepted. */
export function invalidParameter(name: string): DomainError {
  return invalidParameters(new Map([[name, { message: 'Invalid parameter.' }]]))
}

export function missingParameters(names: readonly string[]): DomainError {
  return restError('rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, {
    status: 400,
    data: { params: names },
  })
}

/** The same error as its clients know it, for one that a plan of the calendar has thrown. */
export function asRestError(error: DomainError): DomainError {
  const refusal = refusalOf(error)
  return refusal ? ofRefusal(refusal) : error
}

const ITEMS = { venues: 'venue', organizers: 'organizer' } as const
const SENT_AS = { start: 'start_date', end: 'end_date', timezone: 'timezone', image: 'image', name: 'name' }

function ofRefusal(refusal: CalendarRefusal): DomainError {
  switch (refusal.kind) {
    case 'invalid':
      return invalidParameter(SENT_AS[refusal.field])
    case 'forbidden':
      return forbidden(refusal.isKnown)
    case 'not-created': {
      const item = ITEMS[refusal.collection]
      const message = `The ${item} could not be created from the provided data`
      return restError(`could-not-create-${item}`, message, { status: 400 })
    }
    case 'empty-name':
      return restError('empty_term_name', 'A name is required for this term.', { status: 400 })
    case 'term-exists': {
      const place = refusal.collection === 'categories' ? 'with this parent' : 'in this taxonomy'
      return restError('term_exists', `A term with the name provided already exists ${place}.`, {
        status: 400,
        data: { term_id: refusal.id },
        beside: { additional_data: [refusal.id, refusal.id] },
      })
    }
    case 'slug-taken': {
      const message = `The slug "${refusal.slug}" is already in use by another term.`
      return restError('duplicate_term_slug', message, { status: 400 })
    }
  }
}
