import { resolve } from 'node:path'

export interface Settings {
  /** 0 lets the system choose a free one. */
  readonly port: number
  /** Absolute. */
  readonly dataFolder: string
}

/** Where clients of this API look for a local node. */
const DEFAULT_PORT = 5001
const DEFAULT_DATA_FOLDER = '.tidepool'

/** Reads `PORT` and `TIDEPOOL_DATA`. Throws an Error for a port that is no number from 0 to 65535. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const { PORT: port = '', TIDEPOOL_DATA: dataFolder = '' } = environment
  if (port !== '' && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    throw new Error(`Cannot listen on PORT "${port}": not a number from 0 to 65535`)
  }
  return {
    port: port === '' ? DEFAULT_PORT : Number(port),
    dataFolder: resolve(dataFolder === '' ? DEFAULT_DATA_FOLDER : dataFolder),
  }
}
