import { parseAuthorizations } from '../../access/authorizations.ts'
import { parseOrigins } from '../../access/origins.ts'
import { parsedBy } from '../../settings/kind.ts'
import { listSetting, type Section, setting } from '../../settings/setting.ts'

/** Who may call the API. */
export const accessSection = {
  onFault: 'unset',
  logScope: 'access',
  settings: {
    authorizations: setting({
      name: 'API.Authorizations',
      variable: 'API_AUTHORIZATIONS',
      type: parsedBy(parseAuthorizations, { form: 'text', example: '{}' }),
      default: parseAuthorizations(''),
      shown: '',
      needsRestart: true,
      isSecret: true,
      about: '[who may call](self-hoster.md#who-may-call), as `npm run token` prints it',
    }),
    origins: listSetting({
      name: 'API.Origins',
      variable: 'API_ORIGIN',
      type: parsedBy(parseOrigins, { form: 'list', example: 'https://app.example.org' }),
      needsRestart: true,
      about:
        "origins of pages that may call besides the node's own, such as `https://app.example.org` or `chrome-extension://…` for an add-on, with commas between them",
    }),
  },
} as const satisfies Section
