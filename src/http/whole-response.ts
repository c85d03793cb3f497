const whole = new WeakSet<Response>()

/** Marks a response whose body is complete bytes, of the declared length if there is one: a host need not check it. */
export function wholeResponse(response: Response): Response {
  whole.add(response)
  return response
}

export function isWhole(response: Response): boolean {
  return whole.has(response)
}
