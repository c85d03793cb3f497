/**
 * Exports for hosts that run a node, and for readers of its API documents. Ready-made hosts are `./edge` and
 * `./web`. Callers of a node use `./client`, which contains none of its code.
 */
export { type AccessPolicy, loopbackPolicy, originPolicy, tokenPolicy } from './access/policy.ts'
export { createApp } from './app.ts'
export { makeDescription } from './descriptions.ts'
export { DomainError, type ErrorCode, isDomainError } from './errors.ts'
export { fromInterfaceBlockstore } from './interface-store/from-interface-blockstore.ts'
export { toInterfaceBlockstore } from './interface-store/to-interface-blockstore.ts'
export { toInterfaceDatastore } from './interface-store/to-interface-datastore.ts'
export { memoryBlockstore } from './memory/memory-blockstore.ts'
export { memoryDatastore } from './memory/memory-datastore.ts'
export { memoryLocks } from './memory/memory-locks.ts'
export { memoryLogger } from './memory/memory-logger.ts'
export { createNode, type NodeOptions, type Ports, type StorageNode } from './node/create.ts'
export { WHOLE_NODE } from './node/whole-node.ts'
export { REGISTRY } from './rpc/commands/index.ts'
export { openApi } from './rpc/openapi.ts'
