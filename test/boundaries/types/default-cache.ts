// refused by: web service-worker src
export const cache = caches.default
