// refused by: src web
export const bytes = Buffer.from('tide')
