import { type DagMap, type DagValue, isList } from '../../codec/ipld/dag-value.ts'
import { fieldsOf, malformedValue, uintOf } from '../blocks/fields.ts'
import { ledgerError } from '../errors.ts'
import { checkAddress } from '../identifiers/address.ts'

/** An address that may create rollapps, with its maximum number of them; 0 means unlimited. */
export interface Deployer {
  readonly address: string
  readonly maxRollapps: bigint
}

/** The rules of a ledger. They are part of its root, so that the same operations give the same roots everywhere. */
export interface LedgerParams {
  /** Ledger heights between submission and finality, at least 1. A change does not affect queued records. */
  readonly disputePeriod: bigint
  /** False refuses new rollapps and updates. */
  readonly enabled: boolean
  /** True refuses a second update of a rollapp at one ledger height. */
  readonly onePerHeight: boolean
  /** Addresses that may create rollapps; anyone when empty. */
  readonly deployers: readonly Deployer[]
}

export const DEFAULT_PARAMS: LedgerParams = {
  disputePeriod: 3n,
  enabled: true,
  onePerHeight: true,
  deployers: [],
}

export function encodeParams(params: LedgerParams): DagMap {
  const deployers = params.deployers.map(({ address, maxRollapps }): DagValue => [address, maxRollapps])
  const fields: [string, DagValue][] = [
    ['dispute', params.disputePeriod],
    ['enabled', params.enabled],
    ['onePerHeight', params.onePerHeight],
    ['deployers', deployers],
  ]
  return new Map(fields)
}

/** Decodes parameters. Throws `corrupt`. */
export function decodeParams(value: DagValue): LedgerParams {
  const fields = fieldsOf(value, NAME)
  return {
    disputePeriod: fields.uint('dispute'),
    enabled: fields.flag('enabled'),
    onePerHeight: fields.flag('onePerHeight'),
    deployers: fields.list('deployers').map(decodeDeployer),
  }
}

/**
 * Validates parameters and returns them as stored, with addresses in lower case. Throws `invalid-argument`: sdk 18
 * for a dispute period of zero or a duplicate address, sdk 7 for an invalid address.
 */
export function checkParams(params: LedgerParams, prefix: string): LedgerParams {
  if (params.disputePeriod < 1n) throw ledgerError('request', 'Cannot set dispute period "0": at least 1')
  const deployers = params.deployers.map(({ address, maxRollapps }) => ({
    address: checkAddress(address, { prefix }),
    maxRollapps,
  }))
  if (new Set(deployers.map(({ address }) => address)).size < deployers.length) {
    throw ledgerError('request', 'Cannot set deployers: an address occurs twice')
  }
  return { ...params, deployers }
}

const NAME = 'ledger params'

function decodeDeployer(value: DagValue): Deployer {
  if (!isList(value)) throw malformedValue(NAME, 'a deployer is no list')
  const [address, maxRollapps] = value
  if (typeof address !== 'string') throw malformedValue(NAME, 'a deployer has no address')
  return { address, maxRollapps: uintOf(maxRollapps, NAME) }
}
