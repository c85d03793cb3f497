import type { ConnectionEncrypter } from '@libp2p/interface'
import type { NoiseComponents } from '@libp2p/noise'

/** Cuts what arrives of an encrypted connection into frames. */
export interface NoiseFrames {
  /** The frames that are complete with these bytes: views of them, where a frame is in one piece. */
  decode(bytes: Uint8Array | Iterable<Uint8Array>): Generator<Uint8Array, void>
}

type CreateEncrypter = (components: NoiseComponents) => ConnectionEncrypter

/** What is used of the package's encrypted connection. */
interface Encrypted {
  decoder?: NoiseFrames & { readonly buffer: { subarray(): Uint8Array } }
}

/**
 * Replaces how the package cuts frames: at the end of each chunk it throws an error, with its stack, to learn that there
 * is no further frame, and it copies.
 */
export function cutFrames(create: CreateEncrypter): CreateEncrypter {
  return (components) => {
    const encrypter = create(components)
    const secured = <T extends { readonly connection: object }>(result: T): T => {
      const connection: Encrypted = result.connection
      // Bytes may have arrived already.
      if (connection.decoder) {
        Object.assign(connection, { decoder: createNoiseFrames(connection.decoder.buffer.subarray()) })
      }
      return result
    }
    const secureInbound: ConnectionEncrypter['secureInbound'] = async (...call) =>
      secured(await encrypter.secureInbound(...call))
    const secureOutbound: ConnectionEncrypter['secureOutbound'] = async (...call) =>
      secured(await encrypter.secureOutbound(...call))
    return Object.assign(Object.create(encrypter) as ConnectionEncrypter, { secureInbound, secureOutbound })
  }
}

/** Spec: libp2p Noise, "Wire Format": each frame follows its length in two bytes. */
export function createNoiseFrames(first: Uint8Array = new Uint8Array(0)): NoiseFrames {
  let early: Uint8Array | undefined = first
  let highByte: number | undefined
  let partial: Uint8Array | undefined
  let filledBytes = 0

  function* cut(bytes: Uint8Array): Generator<Uint8Array, void> {
    for (let at = 0; at < bytes.byteLength; ) {
      if (partial) {
        const piece = bytes.subarray(at, at + partial.byteLength - filledBytes)
        partial.set(piece, filledBytes)
        filledBytes += piece.byteLength
        at += piece.byteLength
        if (filledBytes < partial.byteLength) return
        const whole = partial
        partial = undefined
        yield whole
        continue
      }
      const byte = bytes[at] ?? 0
      at += 1
      if (highByte === undefined) {
        highByte = byte
        continue
      }
      const length = highByte * 256 + byte
      highByte = undefined
      if (bytes.byteLength - at >= length) {
        if (length > 0) yield bytes.subarray(at, at + length)
        at += length
      } else {
        partial = new Uint8Array(length)
        filledBytes = 0
      }
    }
  }
  return {
    *decode(bytes) {
      if (early) {
        const before = early
        early = undefined
        yield* cut(before)
      }
      if (bytes instanceof Uint8Array) yield* cut(bytes)
      else for (const piece of bytes) yield* cut(piece)
    },
  }
}
