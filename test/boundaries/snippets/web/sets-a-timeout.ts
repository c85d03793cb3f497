// expects: nothing
export const later = (task: () => void): unknown => setTimeout(task, 10)
