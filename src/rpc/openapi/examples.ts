import type { Arguments, Options, Path, Value } from '../client/types.ts'

/** One call with its response. */
export interface CallExample {
  readonly args?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly options?: Readonly<Record<string, unknown>>
  /** The text of the only file part. */
  readonly body?: string
  /** The value, or the last line. For bytes, their text. */
  readonly reply: unknown
  /** True if the response differs between nodes. */
  readonly varies?: true
}

interface ExampleOf<P extends Path> extends CallExample {
  readonly args?: Arguments<P>
  readonly options?: Options<P>
  readonly reply: Value<P> | string
}

const FILE = 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o'
const NODE = 'bafyreiblaotetvwobe7cu2uqvnddr6ew2q3cu75qsoweulzku2egca4dxq'
/** The root of an empty ledger. */
const LEDGER = 'bafyreiexbnn5yyw4vmwuuahhlxszsdbcvn5kquefbhjdh7u46jk5rhsige'
const BLOCK = 'QmWPkZcGpuZHLrW6973TUwJXX6VTSTDK2itvvZ2PaiXQUt'

/** Examples by path. They can be run in this order: each one reads only what an earlier one has stored. */
export const EXAMPLES: { readonly [P in Path]?: ExampleOf<P> } = {
  add: {
    options: { 'cid-version': 0, pin: true },
    body: 'hello world\n',
    reply: { Name: FILE, Hash: FILE, Size: '20' },
  },
  cat: { args: { 'ipfs-path': FILE }, options: { offset: 6, length: 5 }, reply: 'world' },
  ls: { args: { 'ipfs-path': FILE }, reply: { Objects: [{ Hash: FILE, Links: [] }] } },
  'pin/ls': {
    args: { 'ipfs-path': FILE },
    options: { type: 'recursive' },
    reply: {
      Keys: { [FILE]: { Type: 'recursive' } },
      PinLsList: { Keys: { [FILE]: { Type: 'recursive' } } },
    },
  },
  'pin/add': { args: { 'ipfs-path': FILE }, reply: { Pins: [FILE] } },
  'pin/rm': { args: { 'ipfs-path': FILE }, reply: { Pins: [FILE] } },
  'block/put': { body: 'the bytes of one block', reply: { Key: BLOCK, Size: 22 } },
  'block/stat': { args: { key: BLOCK }, reply: { Key: BLOCK, Size: 22 } },
  'block/get': { args: { key: BLOCK }, reply: 'the bytes of one block' },
  'block/rm': { args: { hash: BLOCK }, reply: { Hash: BLOCK } },
  'dag/put': { body: '{"foo":"bar"}', reply: { Cid: { '/': NODE } } },
  'dag/get': { args: { ref: NODE }, reply: '{"foo":"bar"}' },
  'dag/resolve': { args: { ref: `${NODE}/foo` }, reply: { Cid: { '/': NODE }, RemPath: 'foo' } },
  'cid/base32': {
    args: { cid: 'QmZZRTyhDpL5Jgift1cHbAhexeE1m2Hw8x8g7rTcPahDvo' },
    reply: {
      CidStr: 'QmZZRTyhDpL5Jgift1cHbAhexeE1m2Hw8x8g7rTcPahDvo',
      Formatted: 'bafybeifgwyq5gs4l2mru5klgwjfmftjvkmbyyjurbupuz2bst7mhmg2hwa',
      ErrorMsg: '',
    },
  },
  'ledger/encode': {
    args: { message: 'StateInfoIndex' },
    body: '{"rollappId":"rollappevm_1234-1","index":"1"}',
    reply: '\n\u0011rollappevm_1234-1\u0010\u0001',
  },
  'ledger/decode': {
    args: { message: 'StateInfoIndex' },
    options: { strict: true },
    body: '\n\u0011rollappevm_1234-1\u0010\u0001',
    reply: { rollappId: 'rollappevm_1234-1', index: '1' },
  },
  'ledger/params': {
    reply: {
      DisputePeriod: '3',
      Enabled: true,
      OnePerHeight: true,
      Deployers: [],
      Height: '0',
      Root: { '/': LEDGER },
    },
    varies: true,
  },
  'ledger/list': { reply: { Rollapps: [], Total: '0' }, varies: true },
  version: {
    reply: {
      Version: '0.43.0-tidepool.0.1.0',
      Commit: '',
      Repo: '11',
      System: 'workerd/edge',
      Golang: '',
    },
    varies: true,
  },
  'repo/stat': {
    reply: {
      RepoSize: 20,
      StorageMax: 0,
      NumObjects: 1,
      RepoPath: 'r2:tidepool-blocks',
      Version: 'fs-repo@11',
      SizeStat: { RepoSize: 20, StorageMax: 0 },
    },
    varies: true,
  },
}
