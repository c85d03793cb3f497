// refused by: src web
export const { env } = process
