import { addresses, hosts, origins } from '../../../src/config/list-setting.ts'
import { nodeSections } from '../../../src/config/schema.ts'
import { flag, type Setting } from '../../../src/config/setting.ts'
import type { Case } from './network-cases.ts'

/** What settings of a common type read. */
const SHARED: ReadonlyMap<Setting['type'], Pick<Case, 'right' | 'wrong'>> = new Map<
  Setting['type'],
  Pick<Case, 'right' | 'wrong'>
>([
  [flag, { right: ['true', true], wrong: ['no', /^Cannot \w+ [A-Z_]+ "no": neither "true" nor "false"$/] }],
  [hosts, { right: ['a.example', ['a.example']], wrong: ['a/b', /"a\/b": not a host/] }],
  [origins, { right: ['a.example', ['https://a.example']], wrong: ['a/b', /"a\/b": not a host/] }],
  [addresses, { right: ['https://a.example', ['https://a.example']], wrong: ['a', /"a": not an address/] }],
])

/** A case for each variable of a common type, with the declared default. */
export function sharedCases(): Record<string, Case> {
  return Object.fromEntries(
    Object.entries(nodeSections).flatMap(([section, { settings }]) =>
      Object.entries<Setting>(settings).flatMap(([key, { variable, type, default: unset }]) => {
        const shared = SHARED.get(type)
        return shared ? [[variable, { at: `${section}.${key}`, unset, ...shared }]] : []
      }),
    ),
  )
}
