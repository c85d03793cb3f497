// refused by: edge
export const databases = indexedDB
