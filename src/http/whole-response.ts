import { attachedValue } from './attached-value.ts'

const whole = attachedValue<true>('whole response')

/** Marks a response whose body is complete bytes, of the declared length if there is one: a host need not check it. */
export function wholeResponse(response: Response): Response {
  whole.set(response, true)
  return response
}

export function isWhole(response: Response): boolean {
  return whole.get(response) === true
}
