/** For how long tests wait for what comes or does not, in milliseconds: less than a test may take. */
export const PATIENCE = { timeout: 50_000, interval: 50 }
