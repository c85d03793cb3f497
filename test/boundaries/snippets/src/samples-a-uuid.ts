// expects: plugin
export const id = (): string => crypto.randomUUID()
