import { parseAuthorizations } from '../../access/authorizations.ts'
import { parseOrigins } from '../../access/origins.ts'
import { listSetting } from '../list-setting.ts'
import { parsedBy, type Section, setting } from '../setting.ts'

/** Who may call the API. */
export const accessSection = {
  onFault: 'unset',
  logScope: 'access',
  settings: {
    authorizations: setting({
      name: 'API.Authorizations',
      variable: 'API_AUTHORIZATIONS',
      type: parsedBy(parseAuthorizations),
      default: parseAuthorizations(''),
      shown: '',
      needsRestart: true,
      isSecret: true,
      about: '[who may call](self-hoster.md#who-may-call), as `npm run token` prints it',
    }),
    origins: listSetting({
      name: 'API.Origins',
      variable: 'API_ORIGIN',
      type: parsedBy(parseOrigins),
      needsRestart: true,
      about:
        "origins of pages that may call besides the node's own, such as `https://app.example.org` or `chrome-extension://…` for an add-on, with commas between them",
    }),
  },
} as const satisfies Section
