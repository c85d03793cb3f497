// refused by: src web service-worker
export const { env } = process
