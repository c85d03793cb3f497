// expects: plugin
export const chance = (): number => Math.random()
