// expects: lint/suspicious/noConsole
export const say = (): void => console.log('said')
