// expects: lint/style/noRestrictedGlobals
export const bytes = Buffer.from('tide')
