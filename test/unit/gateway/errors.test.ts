import { describe, expect, it } from 'vitest'
import { DomainError, type ErrorCode } from '../../../src/errors.ts'
import { gatewayErrorResponse } from '../../../src/gateway/errors.ts'

const CODES: readonly (readonly [ErrorCode, number, string | null])[] = [
  ['unavailable', 503, '10'],
  ['timeout', 504, '10'],
  ['not-found', 404, null],
]

describe('gatewayErrorResponse()', () => {
  it.each(CODES)(
    'answers %s with %d, and says when to ask again if that may help',
    (code, status, seconds) => {
      const error = new DomainError(code, 'no answer')

      for (const accept of ['*/*', 'text/html']) {
        const response = gatewayErrorResponse(new Headers({ Accept: accept }), error)

        expect([response.status, response.headers.get('Retry-After')]).toEqual([status, seconds])
      }
    },
  )
})
