/** Name of the storage that all tabs and the service worker of an origin share by default. */
export const STORAGE_NAME = 'tidepool'
