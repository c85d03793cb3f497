// expects: plugin
export const nowMs = (): number => Date.now()
