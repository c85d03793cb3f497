// expects: plugin
export const often = (task: () => void): unknown => setInterval(task, 10)
