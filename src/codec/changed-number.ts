/** A text of JSON, so that digits in it are passed over, or a number. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i

/**
 * The first number in valid JSON that has another value after it was parsed and printed again: one that is too large,
 * too small, or has more digits than a double holds. `undefined` for none.
 */
export function changedNumber(json: string): string | undefined {
  for (const [token] of json.matchAll(TEXT_OR_NUMBER)) {
    if (!token.startsWith('"') && decimalOf(token) !== decimalOf(String(Number(token)))) return token
  }
  return undefined
}

/** The digits between the outer zeros and their exponent, equal for equal values. `undefined` for no finite number. */
function decimalOf(number: string): string | undefined {
  const [, sign = '', whole, fraction = '', exponent = '0'] = NUMBER.exec(number) ?? []
  if (whole === undefined) return undefined
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  if (end === 0) return '0'
  return `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`
}
