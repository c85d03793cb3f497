import { describe, expect, it } from 'vitest'
import { addRoot } from '../requests/add.ts'
import { askFiles, callFiles, DONE, failure, writeTo } from '../requests/files.ts'
import { file, symlink } from '../requests/form.ts'

describe('POST /api/v0/files/chmod and /files/touch', () => {
  it('give a raw block the CIDs of the reference, and keep one what the other set', async () => {
    const cid = await addRoot('cid-version=1', file('f', 'hello'))
    await callFiles('cp', [`/ipfs/${cid}`, '/md-raw'])

    expect(await callFiles('chmod', ['0644', '/md-raw'])).toEqual(DONE)
    expect(await askFiles('stat', ['/md-raw'])).toEqual({
      ...{ Hash: 'QmNqzFWcJHcaAQk5tiD4QVNuPxfurgDHHQrX9CDQze6165', Size: 5, CumulativeSize: 16 },
      ...{ Blocks: 0, Type: 'file', Mode: '0644' },
    })
    expect(await callFiles('touch', ['/md-raw'], 'mtime=1234&mtime-nsecs=5')).toEqual(DONE)
    expect(await askFiles('stat', ['/md-raw'])).toEqual({
      ...{ Hash: 'QmTWsU322vpjNyqVTmqbGFDmb8xU1Ggg3FBAaSjPnKmJjT', Size: 5, CumulativeSize: 26 },
      ...{ Blocks: 0, Type: 'file', Mode: '0644', Mtime: 1234, MtimeNsecs: 5 },
    })
    expect(await callFiles('chmod', ['0', '/md-raw'])).toEqual(DONE)
    expect(await askFiles('stat', ['/md-raw'])).not.toHaveProperty('Mode')
  })

  it('change directories, whose entries stay', async () => {
    await writeTo('/md-dir/f', 'x', 'create=true&parents=true')

    await callFiles('chmod', ['4750', '/md-dir'])
    await callFiles('touch', ['/md-dir'], 'mtime=-7')
    await writeTo('/md-dir/g', 'y')

    expect(await askFiles('stat', ['/md-dir'])).toMatchObject({ Mode: '20040000750', Mtime: -7, Blocks: 2 })
  })

  it('is shown by stat as the file mode of the reference, with the bits of the type', async () => {
    await writeTo('/md-mode/f', 'x', 'create=true&parents=true')
    await callFiles('chmod', ['0755', '/md-mode'])
    await callFiles('chmod', ['0640', '/md-mode/f'])
    const link = await addRoot('', symlink('l', 'f'))
    const shown = async (path: string) => {
      const { Mode } = await askFiles<{ Mode: string }>('stat', [path])
      const format = encodeURIComponent('<mode> (<mode-octal>)')
      return [Mode, (await callFiles('stat', [path], `encoding=text&format=${format}`)).text]
    }

    expect(await shown('/md-mode')).toEqual(['20000000755', 'drwxr-xr-x (0755)\n'])
    expect(await shown('/md-mode/f')).toEqual(['0640', '-rw-r----- (0640)\n'])
    expect(await shown(`/ipfs/${link}`)).toEqual(['1000000777', 'lrwxrwxrwx (0777)\n'])
  })

  it('gives a file that has a time the time of each write', async () => {
    await writeTo('/md-file', 'x', 'create=true&mode=0600&mtime=5')
    expect(await askFiles('stat', ['/md-file'])).toMatchObject({ Mode: '0600', Mtime: 5 })

    await writeTo('/md-file', 'y')

    const { Mtime } = await askFiles<{ Mtime: number }>('stat', ['/md-file'])
    expect(Mtime).toBeGreaterThan(5)
  })

  it.each([
    ['999999999', { Mtime: 5, MtimeNsecs: 999_999_999 }],
    ['1000000000', { Mtime: 6 }],
    ['4294967295', { Mtime: 9, MtimeNsecs: 294_967_295 }],
  ])('carries %s nanoseconds over into seconds, as the reference does', async (nanoseconds, shown) => {
    const time = `mtime=5&mtime-nsecs=${nanoseconds}`
    await writeTo(`/md-carried/${nanoseconds}`, 'x', `create=true&parents=true&${time}`)
    await callFiles('mkdir', [`/md-carried/d${nanoseconds}`], time)
    await callFiles('touch', ['/md-carried'], time)

    for (const path of ['/md-carried', `/md-carried/${nanoseconds}`, `/md-carried/d${nanoseconds}`]) {
      const { Mtime, MtimeNsecs } = await askFiles<{ Mtime: number; MtimeNsecs?: number }>('stat', [path])
      expect({ Mtime, ...(MtimeNsecs !== undefined && { MtimeNsecs }) }, path).toEqual(shown)
    }
  })

  it.each(['touch', 'mkdir', 'write'])(
    '%s refuses a time that would be stored as another',
    async (command) => {
      const time = 'mtime=-9007199254740993'
      const call =
        command === 'write'
          ? writeTo('/md-late', 'x', `create=true&${time}`)
          : callFiles(command, ['/md-late'], time)

      expect(await call).toEqual(failure('Cannot read mtime: 2^53 - 1 seconds and more from the epoch'))
      expect(await callFiles('stat', ['/md-late'])).toEqual(failure('file does not exist'))
    },
  )

  it.each([
    ['chmod', ['abc', '/md-f'], 'strconv.ParseInt: parsing "abc": invalid syntax'],
    ['chmod', ['0644', '/md-nope'], 'file does not exist'],
    ['touch', ['/md-nope'], 'file does not exist'],
    ['touch', ['md'], 'paths must start with a leading slash'],
  ])('%s refuses %j', async (command, paths, message) => {
    expect(await callFiles(command, paths)).toEqual(failure(message))
  })
})
