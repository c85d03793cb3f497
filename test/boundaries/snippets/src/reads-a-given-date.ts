// expects: nothing
export const day = (text: string): Date => new Date(text)
