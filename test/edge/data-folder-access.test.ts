import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lchownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest'
import { checkAccess } from '../../edge/local/check-access.ts'
import { mountTmpfs } from './mount-tmpfs.ts'
import { NODE, PROJECT, runStarter, temporaryFolder } from './run-starter.ts'

const ID = 'a'.repeat(64)
const DATABASE = `objects/tidepool-NodeObject/${ID}.sqlite`
const isRoot = process.getuid?.() === 0
/** The user as whom a starter runs, which owns the data folder but for what a test takes from it. */
const USER = isRoot ? 65_534 : process.getuid?.()

/** A data folder with all folders and some files of a node. */
function dataFolderOfUser(): string {
  const dataFolder = temporaryFolder()
  const parents = ['objects/tidepool-NodeObject', 'r2/bucket/blobs', 'kv', 'cache', 'packs/0', 'packs/12']
  for (const folder of parents) mkdirSync(join(dataFolder, folder), { recursive: true })
  for (const file of ['starter.lock', DATABASE, 'kv/metadata.sqlite', 'packs/0/1', 'r2/bucket/blobs/b']) {
    writeFileSync(join(dataFolder, file), '')
  }
  if (!isRoot) return dataFolder
  const names = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
  for (const path of [dataFolder, ...names.map((name) => join(dataFolder, name))]) {
    lchownSync(path, USER ?? 0, USER ?? 0)
  }
  return dataFolder
}

/** Takes the right to write a path from the user: root owns it, or it is read-only where the tests are not root. */
function takeFrom(path: string): void {
  if (isRoot) {
    chownSync(path, 0, 0)
    return
  }
  chmodSync(path, 0o500)
  onTestFinished(() => chmodSync(path, 0o700))
}

/** The Node.js of the project as the user. */
const COMMAND: readonly [string, ...string[]] = isRoot
  ? ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', NODE]
  : [NODE]

/** Skips a test of root on a system without setpriv, and where another user cannot read the project. */
function needsUser({ skip }: TestContext): void {
  const [program, ...parameters] = COMMAND
  const { status } = spawnSync(program, [...parameters, '--check', 'edge/local/start.ts'], { cwd: PROJECT })
  if (status !== 0) skip('no other user can run the project')
}

const complaint = (path: string, dataFolder: string) =>
  `Cannot use data folder "${path}": EACCES: permission denied. The node runs as user ${USER}: give that user the data folder, by sudo chown -R ${USER} "${dataFolder}" && sudo chmod -R u+rwX "${dataFolder}", or start as the user who owns it`

it.for(['objects', 'packs'])(
  'npm start names the path and the remedy, in one line, when it may not write "%s"',
  async (name, test) => {
    needsUser(test)
    const dataFolder = dataFolderOfUser()
    takeFrom(join(dataFolder, name))

    const starter = await runStarter({ dataFolder, command: [...COMMAND, 'edge/local/start.ts'] })

    expect(await starter.ended).toBe(1)
    expect(starter.lines).toEqual([])
    expect(starter.complaints()).toBe(`${complaint(join(dataFolder, name), dataFolder)}\n`)
  },
)

/** Checks each data folder in one process of the user. */
const CHECKS = `
import { checkAccess } from './edge/local/check-access.ts'
const check = (folder) => { try { checkAccess(folder) } catch (error) { return error.message } }
console.log(JSON.stringify(process.argv.slice(1).map((folder) => check(folder) ?? 'passed')))
`

describe('checkAccess()', () => {
  it('names each folder and database that the user may not write', (test) => {
    needsUser(test)
    const names = ['', 'starter.lock', DATABASE, 'objects/tidepool-NodeObject', 'kv/metadata.sqlite']
    names.push('objects', 'r2', 'r2/bucket/blobs', 'kv', 'cache', 'packs', 'packs/12')
    const taken = names.map((name) => {
      const dataFolder = dataFolderOfUser()
      takeFrom(join(dataFolder, name))
      return { dataFolder, path: join(dataFolder, name) }
    })
    const whole = dataFolderOfUser()
    const [program, ...parameters] = COMMAND
    const folders = [...taken.map(({ dataFolder }) => dataFolder), whole]

    const { stdout } = spawnSync(program, [...parameters, '--input-type=module', '-e', CHECKS, ...folders], {
      cwd: PROJECT,
      encoding: 'utf8',
    })

    const complaints = taken.map(({ path, dataFolder }) => complaint(path, dataFolder))
    expect(JSON.parse(stdout)).toEqual([...complaints, 'passed'])
  })

  it('passes a folder that does not exist, one without subfolders, and packs that cannot be written', () => {
    const dataFolder = temporaryFolder()
    checkAccess(join(dataFolder, 'none'))
    checkAccess(dataFolder)
    mkdirSync(join(dataFolder, 'packs/0'), { recursive: true })
    writeFileSync(join(dataFolder, 'packs/0/1'), '', { mode: 0o444 })
    checkAccess(dataFolder)
  })

  it('says what is no folder or no file: a device, one in place of the other, a link to nothing or to itself', () => {
    const dataFolder = temporaryFolder()
    const at = (name: string) => join(dataFolder, name)
    writeFileSync(at('packs'), '')
    symlinkSync(at('nothing'), at('dangling'))
    symlinkSync(at('loop'), at('loop'))
    const linked = temporaryFolder()
    symlinkSync(at('nothing'), join(linked, 'kv'))

    const numbered = temporaryFolder()
    mkdirSync(join(numbered, 'packs'))
    writeFileSync(join(numbered, 'packs/0'), '')
    const keyed = temporaryFolder()
    mkdirSync(join(keyed, 'key-encryption-key'))
    const refused = [
      ['/dev/null', 'not a folder'],
      [dataFolder, 'not a folder', at('packs')],
      [at('dangling'), 'a link to a folder that does not exist'],
      [at('loop'), 'ELOOP: too many symbolic links encountered'],
      [linked, 'a link to a folder that does not exist', join(linked, 'kv')],
      [numbered, 'not a folder', join(numbered, 'packs/0')],
      [keyed, 'not a file', join(keyed, 'key-encryption-key')],
    ] as const
    for (const [folder, reason, path = folder] of refused) {
      expect(() => checkAccess(folder)).toThrow(
        expect.objectContaining({ message: `Cannot use data folder "${path}": ${reason}` }),
      )
    }
  })

  it('names another remedy for a disk that is mounted read-only', (test) => {
    const dataFolder = mountTmpfs(test, 'size=1m')
    spawnSync('mount', ['-o', 'remount,ro', dataFolder])

    expect(() => checkAccess(dataFolder)).toThrow(
      /: EROFS: read-only file system\. Mount its disk for writing/,
    )
  })
})
