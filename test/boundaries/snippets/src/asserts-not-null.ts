// expects: lint/style/noNonNullAssertion
export const first = (list: number[]): number => list[0]!
