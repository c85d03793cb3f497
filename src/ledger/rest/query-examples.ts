/** Value of each path segment in the examples. */
export const SEGMENT_EXAMPLES: Readonly<Record<string, string>> = {
  rollappId: 'rollappevm_1234-1',
  index: '1',
  eip155: '1234',
  height: '5',
}

const index = (at: string) => ({ rollappId: 'rollappevm_1234-1', index: at })
const creator = 'dym1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5dlqcrj'
const indexes = { latestStateIndex: index('2'), latestFinalizedStateIndex: index('1') }
const rollapp = {
  rollapp: {
    ...{ rollappId: 'rollappevm_1234-1', creator, version: '0', codeStamp: '', genesisPath: '' },
    ...{
      maxWithholdingBlocks: '0',
      maxSequencers: '0',
      permissionedAddresses: [],
      tokenMetadata: [],
      revision: '0',
    },
  },
  ...indexes,
}

/** The answer of each query for a ledger with one rollapp and two records, the first of them final. */
export const QUERY_EXAMPLES: Readonly<Record<string, unknown>> = {
  params: { params: { dispute_period_in_blocks: '3', deployer_whitelist: [], rollapps_enabled: true } },
  rollapp,
  rollapps: {
    rollapp: [{ rollappId: 'rollappevm_1234-1', ...indexes }],
    pagination: { next_key: null, total: '1' },
  },
  rollappByEip155: rollapp,
  latestStateIndex: { stateIndex: index('2') },
  latestHeight: { height: '2' },
  latestFinalizedHeight: { height: '1' },
  stateInfo: {
    stateInfo: {
      ...{ stateInfoIndex: index('1'), sequencer: creator, startHeight: '1', numBlocks: '1' },
      ...{ DAPath: 'client.1', version: '0', creationHeight: '1', status: 'STATE_STATUS_FINALIZED' },
      BDs: {
        BD: [
          {
            height: '1',
            stateRoot: 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=',
            intermediateStatesRoot: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
          },
        ],
      },
    },
  },
  stateInfos: {
    stateInfo: [
      { stateInfoIndex: index('1'), status: 'STATE_STATUS_FINALIZED', creationHeight: '1' },
      { stateInfoIndex: index('2'), status: 'STATE_STATUS_RECEIVED', creationHeight: '2' },
    ],
    pagination: { next_key: null, total: '2' },
  },
  finalizationQueue: { finalizationHeight: '5', finalizationQueue: [index('2')] },
  head: {
    root: 'bafyreib22rg4stdfik5mv3p3nbbojpdp7rxa6lvwc22t3mfy3a4vlthjri',
    ...{ height: '4', rollappId: 'calendar_257300304111705-1' },
  },
}
