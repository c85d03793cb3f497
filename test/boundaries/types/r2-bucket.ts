// refused by: web src
export type Bucket = R2Bucket
