import { flag } from '../../settings/kind.ts'
import { hosts } from '../../settings/list-kinds.ts'
import { listSetting, type Section, setting } from '../../settings/setting.ts'

/** Content that is referred to instead of copied. */
export const filestoreSection = {
  onFault: 'unset-section',
  logScope: 'filestore',
  settings: {
    isFilestoreEnabled: setting({
      name: 'Experimental.FilestoreEnabled',
      variable: 'FILESTORE_ENABLED',
      type: flag,
      default: false,
      shown: '`false`',
      needsRestart: true,
      about:
        '`true` lets callers add objects of the bucket as references, with `add?nocopy=true`: those whose names begin with `files/`, by the rest of the name as location. In a browser, files of its origin are always allowed',
    }),
    isUrlstoreEnabled: setting({
      name: 'Experimental.UrlstoreEnabled',
      variable: 'URLSTORE_ENABLED',
      type: flag,
      default: false,
      shown: '`false`',
      needsRestart: true,
      about:
        '`true` lets callers add URLs as references, with `urlstore/add` and `add?nocopy=true`: the node reads them at public hosts whenever a block of them is read. A browser always allows those that let pages of other origins in',
    }),
    urlHosts: listSetting({
      name: 'Urlstore.LocalHosts',
      variable: 'URLSTORE_HOSTS',
      type: hosts,
      needsRestart: true,
      about:
        'hosts of such URLs that are address literals or local names, such as `127.0.0.1:8080` or `files.lan`, with commas between them; public names need no entry here',
    }),
  },
} as const satisfies Section
