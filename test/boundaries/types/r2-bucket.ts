// refused by: web service-worker src
export type Bucket = R2Bucket
