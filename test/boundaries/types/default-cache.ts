// refused by: web src
export const cache = caches.default
