import { describe, expect, it } from 'vitest'
import { contentType, typeOfName } from '../../../src/gateway/body/content-type.ts'
import { sniffedType } from '../../../src/gateway/body/sniffed-type.ts'

const ascii = (text: string): readonly number[] => Array.from(text, (character) => character.charCodeAt(0))

describe('typeOfName()', () => {
  it.each([
    ['a.html', 'text/html'],
    ['a.HTML', 'text/html'],
    ['a.js', 'text/javascript; charset=utf-8'],
    ['a.css', 'text/css; charset=utf-8'],
    ['a.xml', 'text/xml; charset=utf-8'],
    ['a.json', 'application/json'],
    ['a.svg', 'image/svg+xml'],
    ['a.tar.gz', 'application/gzip'],
    ['a.wasm', 'application/wasm'],
    ['a.car', 'application/vnd.ipld.car'],
    ['.html', 'text/html'],
    ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.odt', 'application/vnd.oasis.opendocument.text'],
    ['a.xls', 'application/vnd.ms-excel'],
    ['favicon.ico', 'image/vnd.microsoft.icon'],
    ['list.m3u8', 'audio/mpegurl'],
    ['map.kml', 'application/vnd.google-earth.kml+xml'],
    ['main.rs', 'text/plain; charset=utf-8'],
    ['lib.cjs', 'text/javascript; charset=utf-8'],
  ])('knows %s', (name, type) => {
    expect(typeOfName(name)).toBe(type)
  })

  it.each(['', 'README', 'a.', 'a.unheard-of', 'program.ts', 'html', 'a.constructor', 'a.__proto__'])(
    'leaves %j to the bytes',
    (name) => {
      expect(typeOfName(name)).toBeUndefined()
    },
  )
})

describe('sniffedType()', () => {
  it.each([
    ['', 'text/plain; charset=utf-8'],
    ['hello\n', 'text/plain; charset=utf-8'],
    ['zażółć', 'text/plain; charset=utf-8'],
    ['{"a": 1}\n', 'application/json'],
    ['{not json}', 'text/plain; charset=utf-8'],
    ['  <!DOCTYPE html><p>', 'text/html'],
    ['<!-- a --><!-- b --><html >', 'text/html'],
    ['\uFEFF<!doctype html>', 'text/html'],
    ['<!-- never closed', 'text/plain; charset=utf-8'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['<?xml version="1.0"?>\n<svg >', 'image/svg+xml'],
    ['<?xml version="1.0"?><feed/>', 'text/xml'],
    ['%PDF-1.7', 'application/pdf'],
    ['text with a \0', 'application/octet-stream'],
  ])('takes %j for %s', (text, type) => {
    expect(sniffedType({ bytes: new TextEncoder().encode(text), isWhole: true })).toBe(type)
  })

  it.each([
    [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image/png'],
    [[0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
    [[0x1f, 0x8b, 8], 'application/gzip'],
    [[0x00, 0x61, 0x73, 0x6d], 'application/wasm'],
    [[0xc3, 0x28], 'application/octet-stream'],
    [[0, 0, 0, 24, ...ascii('ftypheic')], 'image/heic'],
    [[0, 0, 0, 24, ...ascii('ftypmif1')], 'image/heif'],
    [[0, 0, 0, 24, ...ascii('ftypM4A ')], 'audio/mp4'],
    [[0, 0, 0, 24, ...ascii('ftypisom')], 'video/mp4'],
    [[...ascii('II*'), 0], 'image/tiff'],
    [[0, 0, 1, 0, 1, 0], 'image/vnd.microsoft.icon'],
    [[0xff, 0xf3, 0x40], 'audio/mpeg'],
    [[0xff, 0xf1, 0x50], 'audio/aac'],
    [[...ascii('Rar!'), 0x1a, 7, 1, 0], 'application/vnd.rar'],
    [[...ascii('7z'), 0xbc, 0xaf, 0x27, 0x1c], 'application/x-7z-compressed'],
  ])('takes %j for %s', (bytes, type) => {
    expect(sniffedType({ bytes: new Uint8Array(bytes), isWhole: true })).toBe(type)
  })

  it.each([
    ['<!doctype html><meta charset="windows-1251"><title>\xcf\xf0\xe8\xe2\xe5\xf2', 'text/html'],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>', 'text/xml'],
    ['<!doctype html>\0', 'application/octet-stream'],
  ])('takes %j in another encoding than UTF-8 for %s', (text, type) => {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))

    expect(sniffedType({ bytes, isWhole: true })).toBe(type)
  })

  it('detects text when a character is cut off at the end of the sample', () => {
    const bytes = new TextEncoder().encode('żżż').subarray(0, 5)

    expect(sniffedType({ bytes, isWhole: false })).toBe('text/plain; charset=utf-8')
    expect(sniffedType({ bytes, isWhole: true })).toBe('application/octet-stream')
  })

  it('reads many comments in no time', () => {
    const bytes = new TextEncoder().encode('<!---->'.repeat(73))

    expect(sniffedType({ bytes, isWhole: false })).toBe('text/plain; charset=utf-8')
  })
})

describe('contentType()', () => {
  it('reads no bytes when the name tells', async () => {
    const type = await contentType('a.png', () => Promise.reject(new Error('read')))

    expect(type).toBe('image/png')
  })

  it('takes a program and a video by their bytes, both called .ts', async () => {
    const video = new Uint8Array(512)
    video[0] = 0x47
    video[188] = 0x47
    const program = new TextEncoder().encode('Get = 1')

    expect(await contentType('a.ts', async () => ({ bytes: video, isWhole: false }))).toBe('video/mp2t')
    expect(await contentType('a.ts', async () => ({ bytes: program, isWhole: true }))).toBe(
      'text/plain; charset=utf-8',
    )
  })
})
