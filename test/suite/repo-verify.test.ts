import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { rawFile, storeBlocks } from '../requests/stored-tree.ts'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

describe('POST /api/v0/repo/verify', () => {
  it('counts every block, and says at the end that all are well', async () => {
    await storeBlocks(send, (await rawFile('repo/verify')).blocks)

    const response = await post('repo/verify')
    const lines = (await response.text()).trimEnd().split('\n')

    expect(response.headers.get('X-Chunked-Output')).toBe('1')
    expect(lines[0]).toBe('{"Msg":"","Progress":1}')
    expect(lines.at(-1)).toBe('{"Msg":"verify complete, all blocks validated.","Progress":0}')
    expect(lines.at(-2)).toBe(`{"Msg":"","Progress":${lines.length - 1}}`)
  })

  it('has nothing to drop or to heal where all are well', async () => {
    const lines = (await (await post('repo/verify?drop=true&heal=true')).text()).trimEnd().split('\n')

    expect(lines.at(-1)).toBe('{"Msg":"verify complete, all blocks validated.","Progress":0}')
    expect(lines.filter((line) => line.includes('was corrupt'))).toEqual([])
  })

  it.each([
    ['nope', 'invalid heal-timeout: time: invalid duration "nope"'],
    ['', 'invalid heal-timeout: time: invalid duration ""'],
    ['5', 'invalid heal-timeout: time: missing unit in duration "5"'],
    ['-1s', 'heal-timeout must be >= 0'],
  ])('refuses heal-timeout %j, also when it heals nothing', async (duration, text) => {
    const response = await post(`repo/verify?heal-timeout=${duration}`)

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ Message: text, Code: 0, Type: 'error' })
  })

  it('writes progress that overwrites itself for encoding=text', async () => {
    const text = await (await post('repo/verify?encoding=text')).text()

    expect(text).toMatch(/^1 blocks processed\.\r(.*\r)*verify complete, all blocks validated\.\n$/)
  })
})

describe('POST /api/v0/repo/version', () => {
  it('answers the version that clients know', async () => {
    expect(await (await post('repo/version')).text()).toBe('{"Version":"11"}\n')
    expect(await (await post('repo/version?encoding=text')).text()).toBe('ipfs repo version fs-repo@11\n')
    expect(await (await post('repo/version?encoding=text&quiet=true')).text()).toBe('fs-repo@11\n')
  })
})

describe('POST /api/v0/repo/fsck', () => {
  it('says what it did', async () => {
    const message = 'repo fsck: removed 0 orphaned blocks\nrepo fsck: indexed 0 lost blocks again\n'
    // An add of another suite that was given up may have left bytes behind.
    await (await post('repo/fsck')).text()

    const response = await post('repo/fsck')

    expect(await response.json()).toEqual({ Message: message })
    expect(await (await post('repo/fsck?encoding=text')).text()).toBe(message)
  })
})
