import type * as z from 'zod/mini'
import { parseCid } from '../../../codec/cid/cid.ts'
import { inspectCid } from '../../../codec/cid/inspect-cid.ts'
import { multibaseFor } from '../../../codec/cid/multibase.ts'
import { formatPeerId, parsePeerId } from '../../../codec/cid/peer-id.ts'
import { attempt, DomainError, isDomainError } from '../../../errors.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'
import { CidInspected } from '../../shapes/cids.ts'

type Inspected = z.infer<typeof CidInspected>

/** Spec gap: not in the document. Shape and texts are those of the reference implementation 0.44. */
export const cidInspect = defineCommand({
  path: 'cid/inspect',
  about: 'Show the parts of a CID and its other forms',
  extension: true,
  args: { cid: arg('CID to inspect', { fromBody: true }) },
  options: {},
  reply: json(CidInspected),
  text: inspectedText,
  run: async (_, { args: { cid: text } }) => inspected(text),
})

/** An invalid CID is reported in the reply, and is not an error. */
function inspected(text: string): Inspected {
  try {
    const cid = parseCid(text)
    const { base, codec, hash, v0, v1 } = inspectCid(cid, text)
    return {
      cid: text,
      version: cid.version,
      multibase: base,
      multicodec: codec,
      multihash: {
        code: hash.code,
        name: hash.name,
        length: hash.digest.byteLength,
        digest: Array.from(hash.digest, (byte) => byte.toString(16).padStart(2, '0')).join(''),
      },
      ...(v0 !== undefined && { cidV0: v0 }),
      cidV1: v1,
    }
  } catch (error) {
    if (!isDomainError(error)) throw error
    return {
      cid: text,
      version: 0,
      multibase: { prefix: '', name: '' },
      multicodec: { code: 0, name: '' },
      multihash: { code: 0, name: '', length: 0, digest: '' },
      cidV1: '',
      errorMsg: `invalid CID: invalid cid: ${error.message}${peerIdNote(text)}`,
    }
  }
}

function peerIdNote(text: string): string {
  const peerId = attempt(() => parsePeerId(text))
  if (!peerId) return ''
  const cid = formatPeerId(peerId, multibaseFor('base36'))
  return `\nNote: the value is a PeerID; inspect its CID representation instead:\n  ${cid}`
}

function inspectedText({ errorMsg, ...parts }: Inspected): string {
  if (errorMsg !== undefined) throw new DomainError('invalid-argument', errorMsg)
  const { version, multibase, multicodec, multihash } = parts
  const implicit = version === 0 ? ', implicit' : ''
  return [
    `CID:        ${parts.cid}`,
    `Version:    ${version}`,
    `Multibase:  ${multibase.name} (${version === 0 ? 'implicit' : multibase.prefix})`,
    `Multicodec: ${multicodec.name} (0x${multicodec.code.toString(16)}${implicit})`,
    `Multihash:  ${multihash.name} (0x${multihash.code.toString(16)}${implicit})`,
    `  Length:   ${multihash.length} bytes`,
    `  Digest:   ${multihash.digest}`,
    `CIDv0:      ${parts.cidV0 ?? `not possible, requires ${missingForV0(parts)}`}`,
    `CIDv1:      ${parts.cidV1}`,
    '',
  ].join('\n')
}

function missingForV0({ multicodec, multihash }: Pick<Inspected, 'multicodec' | 'multihash'>): string {
  const got = ({ name, code }: { name: string; code: number }) => `${name} (0x${code.toString(16)})`
  if (multicodec.code !== 0x70) return `dag-pb (0x70), got ${got(multicodec)}`
  if (multihash.code !== 0x12) return `sha2-256 (0x12), got ${got(multihash)}`
  return `32-byte digest, got ${multihash.length}`
}
