// refused by: src web service-worker
export const bytes = Buffer.from('tide')
