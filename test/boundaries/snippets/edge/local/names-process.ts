// expects: nothing
export const { env } = process
