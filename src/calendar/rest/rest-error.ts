import { DomainError, type ErrorCode } from '../../errors.ts'
import { refusalOf, type WriteRefusal } from '../model/write.ts'

/** Fields of an error body beside code and message. */
export interface RestErrorOptions {
  readonly status: 400 | 401 | 403 | 404 | 410 | 413 | 429
  /** Fields of `data` beside `status`. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Fields beside `data`. */
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

/** An error of this API; `code` is the word on the wire, such as `rest_forbidden`. */
export function restError(code: string, message: string, options: RestErrorOptions): DomainError {
  return new DomainError(CODES[options.status], message, { details: { rest: { code, ...options } } })
}

/** The options that {@link restError} was given; `undefined` for any other error. */
export function restDetails(error: DomainError): ({ readonly code: string } & RestErrorOptions) | undefined {
  const { rest } = error.details as { rest?: { readonly code: string } & RestErrorOptions }
  return rest
}

/** The error of a missing right: 401 for an anonymous caller, 403 for an authenticated one. */
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

/** Too many wrong secrets or passwords. Further ones are refused unchecked until the seconds are over. */
export function tooManyAttempts(waitSeconds: number): DomainError {
  return restError('too_many_attempts', `Too many failed attempts: try again in ${waitSeconds} seconds.`, {
    status: 429,
    data: { wait_seconds: waitSeconds },
  })
}

/** Why one parameter is refused: a text, and a code where recorded servers send one. */
export interface ParameterFault {
  readonly message: string
  readonly code?: string
  readonly data?: unknown
}

/** The error of a request with refused parameters, in the order in which the route declares them. */
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

/** The error of one parameter that is refused after the others were accepted. */
export function invalidParameter(name: string): DomainError {
  return invalidParameters(new Map([[name, { message: 'Invalid parameter.' }]]))
}

export function missingParameters(names: readonly string[]): DomainError {
  return restError('rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, {
    status: 400,
    data: { params: names },
  })
}

/** Converts the refusal of a plan into an error of this API. Other errors stay as they are. */
export function asRestError(error: DomainError): DomainError {
  const refusal = refusalOf(error)
  return refusal ? ofRefusal(refusal) : error
}

const ITEMS = { venues: 'venue', organizers: 'organizer' } as const
const SENT_AS = { start: 'start_date', end: 'end_date', timezone: 'timezone', image: 'image', name: 'name' }

function ofRefusal(refusal: WriteRefusal): DomainError {
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
    case 'too-deep':
      return invalidParameters(
        new Map([['parent', { message: `Has over ${refusal.mostLevels} levels of categories.` }]]),
      )
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
