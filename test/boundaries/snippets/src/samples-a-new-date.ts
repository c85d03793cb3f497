// expects: plugin
export const today = (): Date => new Date()
