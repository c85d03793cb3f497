import { describe, expect, it } from 'vitest'
import { parseCid } from '../../../src/codec/cid/cid.ts'
import { representation, requestedFormat } from '../../../src/gateway/formats.ts'

const RAW = parseCid('bafkreihhpc5y2pqvl5rbe5uuyhqjouybfs3rvlmisccgzue2kkt5zq6upq')
const DAG_JSON = parseCid('baguqeeram5ujjqrwheyaty3w5gdsmoz6vittchvhk723jjqxk7hakxkd47xq')
const LIBP2P_KEY = parseCid('bafzaajaiaejcaf3tl5ldp5kejzhlrvdkzzzwz2jpf7muaxa3fyc6kxgbbvmx3shr')

describe('requestedFormat()', () => {
  it.each([
    ['', '', undefined],
    ['format=', '', undefined],
    ['format=raw', '', 'raw'],
    ['format=car', 'application/vnd.ipld.raw', 'car'],
    ['', 'application/vnd.ipld.raw', 'raw'],
    ['', 'text/html, Application/Vnd.Ipld.Car; version=1;q=0.5', 'car'],
    ['', 'text/html,application/xhtml+xml,*/*;q=0.8', undefined],
    ['', 'application/vnd.ipld.raw;q=0.1, application/vnd.ipld.car;q=0.2', 'car'],
    ['', 'application/vnd.ipld.raw;q=0, application/x-tar', 'tar'],
  ])('reads ?%s and Accept: %s', (query, accept, format) => {
    expect(requestedFormat(new URLSearchParams(query), new Headers({ Accept: accept }))).toBe(format)
  })

  it.each([
    'zip',
    'constructor',
    '__proto__',
    'RAW',
    ' raw',
    'raw\0',
    'raw,car',
    'application/vnd.ipld.raw',
    'x'.repeat(100_000),
  ])('refuses the unknown format %.40s', (format) => {
    expect(() => requestedFormat(new URLSearchParams({ format }), new Headers())).toThrow(
      expect.objectContaining({ code: 'invalid-argument' }),
    )
  })
})

describe('representation()', () => {
  it.each([
    [RAW, undefined, { kind: 'files' }],
    [RAW, 'json', { kind: 'files' }],
    [RAW, 'raw', { kind: 'block', contentType: 'application/vnd.ipld.raw', extension: 'bin' }],
    [RAW, 'dag-json', { kind: 'refused', status: 406 }],
    [RAW, 'car', { kind: 'car' }],
    [RAW, 'tar', { kind: 'tar' }],
    [DAG_JSON, 'car', { kind: 'car' }],
    [DAG_JSON, 'tar', { kind: 'refused', status: 406 }],
    [LIBP2P_KEY, 'car', { kind: 'car' }],
    [DAG_JSON, undefined, { kind: 'block', contentType: 'application/vnd.ipld.dag-json' }],
    [DAG_JSON, 'json', { kind: 'block', contentType: 'application/json' }],
    [DAG_JSON, 'cbor', { kind: 'refused', status: 406 }],
    [LIBP2P_KEY, undefined, { kind: 'refused', status: 501 }],
    [LIBP2P_KEY, 'raw', { kind: 'block' }],
  ] as const)('gives %s as %s', (cid, format, form) => {
    expect(representation(cid, format)).toMatchObject(form)
  })
})
