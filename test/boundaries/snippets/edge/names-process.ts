// expects: lint/style/noRestrictedGlobals
export const { env } = process
