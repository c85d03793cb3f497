// refused by: edge web
declare const self: ServiceWorkerGlobalScope

export const skip = (): Promise<void> => self.skipWaiting()
