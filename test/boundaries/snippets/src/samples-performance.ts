// expects: plugin
export const nowMs = (): number => performance.now()
