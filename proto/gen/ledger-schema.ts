// Written by `npm run proto` from proto/ledger.proto.

export type StateInfoIndex = {
  readonly rollappId: string
  readonly index: bigint
}

export type BlockDescriptor = {
  readonly height: bigint
  readonly stateRoot: Uint8Array
  readonly intermediateStatesRoot: Uint8Array
}

export type BlockDescriptors = {
  readonly BD: readonly BlockDescriptor[]
}

export type StateInfo = {
  readonly stateInfoIndex: StateInfoIndex
  readonly sequencer: string
  readonly startHeight: bigint
  readonly numBlocks: bigint
  readonly DAPath: string
  readonly version: bigint
  readonly creationHeight: bigint
  readonly status: number
  readonly BDs: BlockDescriptors
}

export type StateInfoSummary = {
  readonly stateInfoIndex: StateInfoIndex
  readonly status: number
  readonly creationHeight: bigint
}

export type BlockHeightToFinalizationQueue = {
  readonly finalizationHeight: bigint
  readonly finalizationQueue: readonly StateInfoIndex[]
}

export type MsgCreateRollapp = {
  readonly creator: string
  readonly rollappId: string
  readonly codeStamp: string
  readonly genesisPath: string
  readonly maxWithholdingBlocks: bigint
  readonly maxSequencers: bigint
  readonly permissionedAddresses: readonly string[]
  readonly metadatas: readonly TokenMetadata[]
}

export type MsgCreateRollappResponse = Readonly<Record<never, never>>

export type MsgUpdateState = {
  readonly creator: string
  readonly rollappId: string
  readonly startHeight: bigint
  readonly numBlocks: bigint
  readonly DAPath: string
  readonly version: bigint
  readonly BDs: BlockDescriptors
}

export type MsgUpdateStateResponse = Readonly<Record<never, never>>

export type TokenMetadata = Readonly<Record<never, never>>

export type Rollapp = {
  readonly rollappId: string
  readonly creator: string
  readonly version: bigint
  readonly codeStamp: string
  readonly genesisPath: string
  readonly maxWithholdingBlocks: bigint
  readonly maxSequencers: bigint
  readonly permissionedAddresses: readonly string[]
  readonly tokenMetadata: readonly TokenMetadata[]
  readonly revision: bigint
}

export type RollappSummary = {
  readonly rollappId: string
  readonly latestStateIndex?: StateInfoIndex
  readonly latestFinalizedStateIndex?: StateInfoIndex
}

export type DeployerParams = {
  readonly address: string
  readonly maxRollapps: bigint
}

export type Params = {
  readonly disputePeriodInBlocks: bigint
  readonly deployerWhitelist: readonly DeployerParams[]
  readonly rollappsEnabled: boolean
}

export type GenesisState = {
  readonly params: Params
  readonly rollappList: readonly Rollapp[]
  readonly stateInfoList: readonly StateInfo[]
  readonly latestStateInfoIndexList: readonly StateInfoIndex[]
  readonly latestFinalizedStateIndexList: readonly StateInfoIndex[]
  readonly blockHeightToFinalizationQueueList: readonly BlockHeightToFinalizationQueue[]
  readonly ledgerHeight: bigint
}

export type PageRequest = {
  readonly key: Uint8Array
  readonly offset: bigint
  readonly limit: bigint
  readonly countTotal: boolean
  readonly reverse: boolean
}

export type PageResponse = {
  readonly nextKey: Uint8Array
  readonly total: bigint
}

export type QueryParamsRequest = Readonly<Record<never, never>>

export type QueryParamsResponse = {
  readonly params: Params
}

export type QueryGetRollappRequest = {
  readonly rollappId: string
}

export type QueryGetRollappByEIP155Request = {
  readonly eip155: bigint
}

export type QueryGetRollappResponse = {
  readonly rollapp: Rollapp
  readonly latestStateIndex?: StateInfoIndex
  readonly latestFinalizedStateIndex?: StateInfoIndex
}

export type QueryAllRollappRequest = {
  readonly pagination?: PageRequest
}

export type QueryAllRollappResponse = {
  readonly rollapp: readonly RollappSummary[]
  readonly pagination?: PageResponse
}

export type QueryGetLatestStateIndexRequest = {
  readonly rollappId: string
  readonly finalized: boolean
}

export type QueryGetLatestStateIndexResponse = {
  readonly stateIndex: StateInfoIndex
}

export type QueryGetStateInfoRequest = {
  readonly rollappId: string
  readonly index: bigint
  readonly height: bigint
  readonly finalized: boolean
}

export type QueryGetStateInfoResponse = {
  readonly stateInfo: StateInfo
}

export type QueryAllStateInfoRequest = {
  readonly rollappId: string
  readonly pagination?: PageRequest
}

export type QueryAllStateInfoResponse = {
  readonly stateInfo: readonly StateInfoSummary[]
  readonly pagination?: PageResponse
}

export type QueryObsoleteDRSVersionsResponse = {
  readonly drsVersions: readonly number[]
}

export type Messages = {
  readonly StateInfoIndex: StateInfoIndex
  readonly BlockDescriptor: BlockDescriptor
  readonly BlockDescriptors: BlockDescriptors
  readonly StateInfo: StateInfo
  readonly StateInfoSummary: StateInfoSummary
  readonly BlockHeightToFinalizationQueue: BlockHeightToFinalizationQueue
  readonly MsgCreateRollapp: MsgCreateRollapp
  readonly MsgCreateRollappResponse: MsgCreateRollappResponse
  readonly MsgUpdateState: MsgUpdateState
  readonly MsgUpdateStateResponse: MsgUpdateStateResponse
  readonly TokenMetadata: TokenMetadata
  readonly Rollapp: Rollapp
  readonly RollappSummary: RollappSummary
  readonly DeployerParams: DeployerParams
  readonly Params: Params
  readonly GenesisState: GenesisState
  readonly PageRequest: PageRequest
  readonly PageResponse: PageResponse
  readonly QueryParamsRequest: QueryParamsRequest
  readonly QueryParamsResponse: QueryParamsResponse
  readonly QueryGetRollappRequest: QueryGetRollappRequest
  readonly QueryGetRollappByEIP155Request: QueryGetRollappByEIP155Request
  readonly QueryGetRollappResponse: QueryGetRollappResponse
  readonly QueryAllRollappRequest: QueryAllRollappRequest
  readonly QueryAllRollappResponse: QueryAllRollappResponse
  readonly QueryGetLatestStateIndexRequest: QueryGetLatestStateIndexRequest
  readonly QueryGetLatestStateIndexResponse: QueryGetLatestStateIndexResponse
  readonly QueryGetStateInfoRequest: QueryGetStateInfoRequest
  readonly QueryGetStateInfoResponse: QueryGetStateInfoResponse
  readonly QueryAllStateInfoRequest: QueryAllStateInfoRequest
  readonly QueryAllStateInfoResponse: QueryAllStateInfoResponse
  readonly QueryObsoleteDRSVersionsResponse: QueryObsoleteDRSVersionsResponse
}

export type MessageName = keyof Messages

export type Field = {
  readonly number: number
  readonly name: string
  readonly declared: string
  readonly repeated: boolean
  readonly alwaysPresent: boolean
} & (
  | { readonly type: 'string' | 'bytes' | 'bool' | 'uint32' | 'uint64' }
  | { readonly type: 'enum'; readonly of: keyof typeof ENUMS }
  | { readonly type: 'message'; readonly of: MessageName }
)

export const SCHEMA: { readonly [Name in MessageName]: readonly Field[] } = {
  StateInfoIndex: [
    {"number":1,"name":"rollappId","declared":"rollappId","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":2,"name":"index","declared":"index","repeated":false,"alwaysPresent":false,"type":"uint64"},
  ],
  BlockDescriptor: [
    {"number":1,"name":"height","declared":"height","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":2,"name":"stateRoot","declared":"stateRoot","repeated":false,"alwaysPresent":false,"type":"bytes"},
    {"number":3,"name":"intermediateStatesRoot","declared":"intermediateStatesRoot","repeated":false,"alwaysPresent":false,"type":"bytes"},
  ],
  BlockDescriptors: [
    {"number":1,"name":"BD","declared":"BD","repeated":true,"alwaysPresent":false,"type":"message","of":"BlockDescriptor"},
  ],
  StateInfo: [
    {"number":1,"name":"stateInfoIndex","declared":"stateInfoIndex","repeated":false,"alwaysPresent":true,"type":"message","of":"StateInfoIndex"},
    {"number":2,"name":"sequencer","declared":"sequencer","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":3,"name":"startHeight","declared":"startHeight","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":4,"name":"numBlocks","declared":"numBlocks","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":5,"name":"DAPath","declared":"DAPath","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":6,"name":"version","declared":"version","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":7,"name":"creationHeight","declared":"creationHeight","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":8,"name":"status","declared":"status","repeated":false,"alwaysPresent":false,"type":"enum","of":"StateStatus"},
    {"number":9,"name":"BDs","declared":"BDs","repeated":false,"alwaysPresent":true,"type":"message","of":"BlockDescriptors"},
  ],
  StateInfoSummary: [
    {"number":1,"name":"stateInfoIndex","declared":"stateInfoIndex","repeated":false,"alwaysPresent":true,"type":"message","of":"StateInfoIndex"},
    {"number":2,"name":"status","declared":"status","repeated":false,"alwaysPresent":false,"type":"enum","of":"StateStatus"},
    {"number":3,"name":"creationHeight","declared":"creationHeight","repeated":false,"alwaysPresent":false,"type":"uint64"},
  ],
  BlockHeightToFinalizationQueue: [
    {"number":1,"name":"finalizationHeight","declared":"finalizationHeight","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":2,"name":"finalizationQueue","declared":"finalizationQueue","repeated":true,"alwaysPresent":false,"type":"message","of":"StateInfoIndex"},
  ],
  MsgCreateRollapp: [
    {"number":1,"name":"creator","declared":"creator","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":2,"name":"rollappId","declared":"rollappId","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":3,"name":"codeStamp","declared":"codeStamp","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":4,"name":"genesisPath","declared":"genesisPath","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":5,"name":"maxWithholdingBlocks","declared":"maxWithholdingBlocks","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":6,"name":"maxSequencers","declared":"maxSequencers","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":7,"name":"permissionedAddresses","declared":"permissionedAddresses","repeated":true,"alwaysPresent":false,"type":"string"},
    {"number":8,"name":"metadatas","declared":"metadatas","repeated":true,"alwaysPresent":false,"type":"message","of":"TokenMetadata"},
  ],
  MsgCreateRollappResponse: [],
  MsgUpdateState: [
    {"number":1,"name":"creator","declared":"creator","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":2,"name":"rollappId","declared":"rollappId","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":3,"name":"startHeight","declared":"startHeight","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":4,"name":"numBlocks","declared":"numBlocks","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":5,"name":"DAPath","declared":"DAPath","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":6,"name":"version","declared":"version","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":7,"name":"BDs","declared":"BDs","repeated":false,"alwaysPresent":true,"type":"message","of":"BlockDescriptors"},
  ],
  MsgUpdateStateResponse: [],
  TokenMetadata: [],
  Rollapp: [
    {"number":1,"name":"rollappId","declared":"rollappId","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":2,"name":"creator","declared":"creator","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":3,"name":"version","declared":"version","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":4,"name":"codeStamp","declared":"codeStamp","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":5,"name":"genesisPath","declared":"genesisPath","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":6,"name":"maxWithholdingBlocks","declared":"maxWithholdingBlocks","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":7,"name":"maxSequencers","declared":"maxSequencers","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":8,"name":"permissionedAddresses","declared":"permissionedAddresses","repeated":true,"alwaysPresent":false,"type":"string"},
    {"number":9,"name":"tokenMetadata","declared":"tokenMetadata","repeated":true,"alwaysPresent":false,"type":"message","of":"TokenMetadata"},
    {"number":1024,"name":"revision","declared":"revision","repeated":false,"alwaysPresent":false,"type":"uint64"},
  ],
  RollappSummary: [
    {"number":1,"name":"rollappId","declared":"rollappId","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":2,"name":"latestStateIndex","declared":"latestStateIndex","repeated":false,"alwaysPresent":false,"type":"message","of":"StateInfoIndex"},
    {"number":3,"name":"latestFinalizedStateIndex","declared":"latestFinalizedStateIndex","repeated":false,"alwaysPresent":false,"type":"message","of":"StateInfoIndex"},
  ],
  DeployerParams: [
    {"number":1,"name":"address","declared":"address","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":2,"name":"maxRollapps","declared":"max_rollapps","repeated":false,"alwaysPresent":false,"type":"uint64"},
  ],
  Params: [
    {"number":1,"name":"disputePeriodInBlocks","declared":"dispute_period_in_blocks","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":2,"name":"deployerWhitelist","declared":"deployer_whitelist","repeated":true,"alwaysPresent":false,"type":"message","of":"DeployerParams"},
    {"number":3,"name":"rollappsEnabled","declared":"rollapps_enabled","repeated":false,"alwaysPresent":false,"type":"bool"},
  ],
  GenesisState: [
    {"number":1,"name":"params","declared":"params","repeated":false,"alwaysPresent":true,"type":"message","of":"Params"},
    {"number":2,"name":"rollappList","declared":"rollappList","repeated":true,"alwaysPresent":false,"type":"message","of":"Rollapp"},
    {"number":3,"name":"stateInfoList","declared":"stateInfoList","repeated":true,"alwaysPresent":false,"type":"message","of":"StateInfo"},
    {"number":4,"name":"latestStateInfoIndexList","declared":"latestStateInfoIndexList","repeated":true,"alwaysPresent":false,"type":"message","of":"StateInfoIndex"},
    {"number":5,"name":"latestFinalizedStateIndexList","declared":"latestFinalizedStateIndexList","repeated":true,"alwaysPresent":false,"type":"message","of":"StateInfoIndex"},
    {"number":6,"name":"blockHeightToFinalizationQueueList","declared":"blockHeightToFinalizationQueueList","repeated":true,"alwaysPresent":false,"type":"message","of":"BlockHeightToFinalizationQueue"},
    {"number":1024,"name":"ledgerHeight","declared":"ledgerHeight","repeated":false,"alwaysPresent":false,"type":"uint64"},
  ],
  PageRequest: [
    {"number":1,"name":"key","declared":"key","repeated":false,"alwaysPresent":false,"type":"bytes"},
    {"number":2,"name":"offset","declared":"offset","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":3,"name":"limit","declared":"limit","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":4,"name":"countTotal","declared":"count_total","repeated":false,"alwaysPresent":false,"type":"bool"},
    {"number":5,"name":"reverse","declared":"reverse","repeated":false,"alwaysPresent":false,"type":"bool"},
  ],
  PageResponse: [
    {"number":1,"name":"nextKey","declared":"next_key","repeated":false,"alwaysPresent":false,"type":"bytes"},
    {"number":2,"name":"total","declared":"total","repeated":false,"alwaysPresent":false,"type":"uint64"},
  ],
  QueryParamsRequest: [],
  QueryParamsResponse: [
    {"number":1,"name":"params","declared":"params","repeated":false,"alwaysPresent":true,"type":"message","of":"Params"},
  ],
  QueryGetRollappRequest: [
    {"number":1,"name":"rollappId","declared":"rollappId","repeated":false,"alwaysPresent":false,"type":"string"},
  ],
  QueryGetRollappByEIP155Request: [
    {"number":1,"name":"eip155","declared":"eip155","repeated":false,"alwaysPresent":false,"type":"uint64"},
  ],
  QueryGetRollappResponse: [
    {"number":1,"name":"rollapp","declared":"rollapp","repeated":false,"alwaysPresent":true,"type":"message","of":"Rollapp"},
    {"number":2,"name":"latestStateIndex","declared":"latestStateIndex","repeated":false,"alwaysPresent":false,"type":"message","of":"StateInfoIndex"},
    {"number":3,"name":"latestFinalizedStateIndex","declared":"latestFinalizedStateIndex","repeated":false,"alwaysPresent":false,"type":"message","of":"StateInfoIndex"},
  ],
  QueryAllRollappRequest: [
    {"number":1,"name":"pagination","declared":"pagination","repeated":false,"alwaysPresent":false,"type":"message","of":"PageRequest"},
  ],
  QueryAllRollappResponse: [
    {"number":1,"name":"rollapp","declared":"rollapp","repeated":true,"alwaysPresent":false,"type":"message","of":"RollappSummary"},
    {"number":2,"name":"pagination","declared":"pagination","repeated":false,"alwaysPresent":false,"type":"message","of":"PageResponse"},
  ],
  QueryGetLatestStateIndexRequest: [
    {"number":1,"name":"rollappId","declared":"rollappId","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":2,"name":"finalized","declared":"finalized","repeated":false,"alwaysPresent":false,"type":"bool"},
  ],
  QueryGetLatestStateIndexResponse: [
    {"number":1,"name":"stateIndex","declared":"stateIndex","repeated":false,"alwaysPresent":true,"type":"message","of":"StateInfoIndex"},
  ],
  QueryGetStateInfoRequest: [
    {"number":1,"name":"rollappId","declared":"rollappId","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":2,"name":"index","declared":"index","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":3,"name":"height","declared":"height","repeated":false,"alwaysPresent":false,"type":"uint64"},
    {"number":4,"name":"finalized","declared":"finalized","repeated":false,"alwaysPresent":false,"type":"bool"},
  ],
  QueryGetStateInfoResponse: [
    {"number":1,"name":"stateInfo","declared":"stateInfo","repeated":false,"alwaysPresent":true,"type":"message","of":"StateInfo"},
  ],
  QueryAllStateInfoRequest: [
    {"number":1,"name":"rollappId","declared":"rollappId","repeated":false,"alwaysPresent":false,"type":"string"},
    {"number":2,"name":"pagination","declared":"pagination","repeated":false,"alwaysPresent":false,"type":"message","of":"PageRequest"},
  ],
  QueryAllStateInfoResponse: [
    {"number":1,"name":"stateInfo","declared":"stateInfo","repeated":true,"alwaysPresent":false,"type":"message","of":"StateInfoSummary"},
    {"number":2,"name":"pagination","declared":"pagination","repeated":false,"alwaysPresent":false,"type":"message","of":"PageResponse"},
  ],
  QueryObsoleteDRSVersionsResponse: [
    {"number":1,"name":"drsVersions","declared":"drs_versions","repeated":true,"alwaysPresent":false,"type":"uint32"},
  ],
}

export const ENUMS = {
  "StateStatus": {
    "STATE_STATUS_UNSPECIFIED": 0,
    "STATE_STATUS_RECEIVED": 1,
    "STATE_STATUS_FINALIZED": 2
  }
} as const
