import { fromBase64 } from '../../codec/bytes/base64.ts'
import { fromBase64Url } from '../../codec/bytes/base64url.ts'
import { ledgerError } from '../errors.ts'
import type { PageRequest } from '../queries/page.ts'

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn
const NUMBER = /^(?:0[xX][0-9a-fA-F]{1,16}|0[bB][01]{1,64}|0[oO]?[0-7]{1,22}|[1-9][0-9]{0,19}|0)$/
const TRUE = ['1', 't', 'T', 'true', 'TRUE', 'True']
const FALSE = ['0', 'f', 'F', 'false', 'FALSE', 'False']

/** Parses a number like the gateways: hexadecimal, octal or binary by its prefix. Throws sdk 18 for anything else. */
export function readNumber(name: string, text: string): bigint {
  const value = NUMBER.test(text) ? BigInt(text.replace(/^0(?=[0-7])/, '0o')) : MAX_UINT64 + 1n
  if (value <= MAX_UINT64) return value
  throw ledgerError('request', `Cannot read parameter "${name}": expected a whole number of 64 bits`)
}

/** Access to the query string. The first of repeated values counts; unknown parameters are ignored. */
export interface QueryValues {
  /** 0 when it was not sent. */
  number(...names: readonly string[]): bigint
  /** False when it was not sent. */
  flag(...names: readonly string[]): boolean
  text(name: string): string | undefined
  page(): PageRequest & { readonly countTotal: boolean }
}

/**
 * Makes access to the query string. Each field has a declared name and a JSON name. Throws sdk 18 for a value of
 * another type.
 */
export function queryValues(query: URLSearchParams): QueryValues {
  const first = (names: readonly string[]) => {
    const name = names.find((one) => query.has(one))
    return name === undefined ? undefined : { name, text: query.get(name) ?? '' }
  }
  const number: QueryValues['number'] = (...names) => {
    const found = first(names)
    return found ? readNumber(found.name, found.text) : 0n
  }
  const flag: QueryValues['flag'] = (...names) => {
    const found = first(names)
    if (!found || FALSE.includes(found.text)) return false
    if (TRUE.includes(found.text)) return true
    throw ledgerError('request', `Cannot read parameter "${found.name}": expected true or false`)
  }
  return {
    number,
    flag,
    text: (name) => query.get(name) ?? undefined,
    page() {
      const text = query.get('pagination.key') ?? ''
      // An unescaped plus arrives as a space.
      const key = fromBase64(text.replaceAll(' ', '+')) ?? fromBase64Url(text.replace(/=+$/, ''))
      if (!key) throw ledgerError('page', 'Cannot read page key')
      const limit = number('pagination.limit')
      return {
        ...{ key, offset: number('pagination.offset'), limit, reverse: flag('pagination.reverse') },
        countTotal: flag('pagination.count_total', 'pagination.countTotal') || limit === 0n,
      }
    },
  }
}
