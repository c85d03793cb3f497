/**
 * The curve alone, to be loaded when a key needs it: who loads the library's own module loads all of its names, and
 * so its threshold signatures and its hashing to the curve.
 */
export { secp256k1 } from '@noble/curves/secp256k1.js'
