import { attachedValue } from './attached-value.ts'

const whole = attachedValue<true>('read to its end')

/** Marks the body of a request from which all declared bytes were read. */
export function markWhole(body: ReadableStream): void {
  whole.set(body, true)
}

/** True for a body of which nothing is left to read. */
export function isReadWhole(body: ReadableStream): boolean {
  return whole.get(body) === true
}
