const whole = new WeakSet<Response>()

/** Marks a response whose body was given as bytes, as many as it declares: a host has nothing to see to. */
export function wholeResponse(response: Response): Response {
  whole.add(response)
  return response
}

export function isWhole(response: Response): boolean {
  return whole.has(response)
}
