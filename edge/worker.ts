/** A deployment's Worker: the front, and the Durable Object that is the node. */
export { default, front } from './front.ts'
export { NodeObject } from './node-object.ts'
