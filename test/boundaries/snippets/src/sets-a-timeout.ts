// expects: plugin
export const later = (task: () => void): unknown => setTimeout(task, 10)
