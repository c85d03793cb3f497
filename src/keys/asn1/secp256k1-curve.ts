/**
 * Re-exports only the curve, for a dynamic import. Importing the library's module directly would load all of its
 * exports, with threshold signatures and hashing to the curve.
 */
export { secp256k1 } from '@noble/curves/secp256k1.js'
