// refused by: edge service-worker src
export const { title } = document
