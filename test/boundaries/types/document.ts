// refused by: edge src
export const { title } = document
