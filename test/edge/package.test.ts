import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { Miniflare } from 'miniflare'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { writeDeclarations } from '../check/declarations.ts'
import { COMPILER_MEMORY, root } from '../check/run-tool.ts'
import { startWorkerd } from '../hosts/start-workerd.ts'
import { fenced } from '../requests/fenced.ts'
import { guideSection } from '../requests/guide.ts'
import { testBrowser } from '../web/open-page.ts'
import { runStarter } from './run-starter.ts'

const run = promisify(execFile)
const browser = testBrowser()

/** Every Node on this machine on which the libraries must run. */
const NODES = [process.execPath, '/usr/bin/node'].filter((path) => existsSync(path))

/** A folder outside of the project, in which nothing but the package is installed. */
let folder: string
let files: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidepool-package-'))
  await writeDeclarations()
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
  await write('package.json', '{ "private": true, "type": "module" }')
  // As npm pack makes it, and without a registry: the package needs no other.
  await run('npm', ['install', '--offline', '--install-links', root, ...quiet], { cwd: folder })
  const entries = await readdir(join(folder, 'node_modules/tidepool'), {
    recursive: true,
    withFileTypes: true,
  })
  files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(folder, 'node_modules/tidepool'), join(entry.parentPath, entry.name)))
}, 240_000)
afterAll(() => rm(folder, { recursive: true }))

describe('the package', () => {
  it('contains built files, their declarations and documents, and nothing else', async () => {
    const isExpected = (path: string) =>
      /^dist\/(?:cli|edge|front|lib|types|web)\//.test(path) ||
      ['CHANGELOG.md', 'LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'package.json'].includes(path)

    expect(files.filter((path) => !isExpected(path))).toEqual([])
    expect(files.filter((path) => /\.map$|(?<!\.d)\.ts$/.test(path))).toEqual([])
    expect(await readdir(join(folder, 'node_modules'))).toEqual(
      expect.not.arrayContaining(['zod', 'libp2p', 'multiformats']),
    )
  })

  it('has types that compile with all checks, in pages and in Workers', async () => {
    for (const name of ['@types', '@cloudflare']) {
      await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    }
    await write('page.ts', PAGE)
    await write('worker.ts', await workerExample())
    const guides = await Promise.all(
      TYPED_EXAMPLES.map(async ([guide, title], at) => {
        await write(`guide-${at}.ts`, fenced(await guideSection(guide, title), 'ts'))
        return `guide-${at}.ts`
      }),
    )
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noEmit',
      '--skipLibCheck',
      'false',
      '--target',
      'es2024',
      '--ignoreConfig',
    ]
    const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'node']
    const worker = ['--module', 'nodenext', '--lib', 'es2024', '--types', '@cloudflare/workers-types']

    const compile = (...options: string[]) =>
      run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...strict, ...options], {
        cwd: folder,
        env: { ...process.env, ...COMPILER_MEMORY },
      }).catch(({ stdout }) => ({ stdout }))

    expect((await compile(...bundler, 'page.ts', ...guides)).stdout).toBe('')
    expect((await compile(...worker, 'worker.ts')).stdout).toBe('')
  })

  it('runs in Node as the guides say', async () => {
    const { url, stop } = await startWorkerd()
    onTestFinished(stop)
    for (const [at, [guide, title]] of NODE_EXAMPLES.entries()) {
      const section = await guideSection(guide, title)
      const code = withoutTypes(fenced(section, 'ts')).replace(
        'http://127.0.0.1:5001',
        url.replace(/\/$/, ''),
      )
      const script = await write(`example-${at}.js`, code)
      for (const node of NODES) {
        const { stdout } = await run(node, [script], { cwd: folder })
        expect(stdout).toBe(fenced(section, 'text'))
      }
    }
  })

  it('starts a node with miniflare beside it, and names what is missing in one line', async () => {
    const script = join(folder, 'node_modules/.bin/tidepool')
    const start = async (node: string) =>
      run(node, [script, 'start'], { cwd: folder }).catch(({ code, stderr }) => `${code} ${stderr}`)

    const without = await Promise.all(NODES.map(start))
    await symlink(join(root, 'node_modules/miniflare'), join(folder, 'node_modules/miniflare'))
    const { url, kill, ended } = await runStarter({
      dataFolder: join(folder, 'data'),
      command: [process.execPath, script, 'start'],
    })

    expect(without[0]).toBe(
      '1 Cannot start a node: package "miniflare" is missing (npm install miniflare@4)\n',
    )
    for (const text of without)
      expect(text).toMatch(/^1 Cannot start a node[^\n]*is missing \(npm install [^\n]*\n$/)
    expect((await fetch(`${url}/`)).status).toBe(200)
    kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('runs in a page that Vite has built, as the guide says', async () => {
    const section = await guideSection('page-author', 'A node in your page')
    await write('index.html', '<link rel="icon" href="data:,"><script type="module" src="/main.js"></script>')
    await write('main.js', `${withoutTypes(fenced(section, 'ts'))}\nwindow.isOver = true`)
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      base: './',
      build: { target: 'es2024' },
    })
    const { page, server } = await browser.open({
      at: 'empty',
      extras: { '/empty': { headers: {}, body: '' }, ...(await built(join(folder, 'dist'), '/app/')) },
    })
    const printed: string[] = []
    page.on('console', (message) => printed.push(message.text()))

    await page.goto(`${server.url}app/index.html`)
    await page.waitForFunction(() => 'isOver' in window)

    expect(`${printed.join('\n')}\n`).toBe(fenced(section, 'text'))
  })

  it('runs as a Worker that wrangler has bundled, and refuses every call', async () => {
    const declared = await readFile(join(root, 'wrangler.toml'), 'utf8')
    const project = join(folder, 'worker')
    await mkdir(project)
    await cp(join(root, 'LICENSE-MIT'), join(project, 'page/index.html'))
    await write('worker/index.js', await workerExample())
    const changed = declared
      .replaceAll(/^#.*\n/gm, '')
      .replace('main = "dist/edge/worker.js"', 'main = "index.js"')
      .replace(/no_bundle = .*\nrules = .*\n/, '')
      .replace('"dist/web"', '"page"')
    await write('worker/wrangler.toml', changed)
    await run(process.execPath, [join(root, 'node_modules/wrangler/bin/wrangler.js'), ...DRY_RUN], {
      cwd: project,
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' },
    })
    const worker = new Miniflare({
      modules: [
        { type: 'ESModule', path: 'index.js', contents: await readFile(join(project, 'out/index.js')) },
      ],
      compatibilityDate: '2026-07-30',
      compatibilityFlags: ['enable_request_signal'],
      durableObjects: { NODE: { className: 'NodeObject', useSQLite: true } },
      r2Buckets: ['BLOCKS'],
      kvNamespaces: ['CACHE'],
      bindings: { ACCESS: 'closed' },
      serviceBindings: { ASSETS: () => new Response(null, { status: 404 }) },
    })
    onTestFinished(() => worker.dispose())

    const refused = await worker.dispatchFetch('http://node.example/api/v0/version', { method: 'POST' })
    const content = await worker.dispatchFetch('http://node.example/ipfs/bafkqaddimvwgy3zao5xxe3debi')

    expect(refused.status).toBe(403)
    expect(await content.text()).toBe('hello world\n')
  })
})

const DRY_RUN = ['deploy', '--dry-run', '--outdir', 'out']

/** Examples of the guides for Node. */
const NODE_EXAMPLES = [
  ['page-author', 'A host of your own'],
  ['page-author', 'Typed client'],
  ['ledger', 'Verify a proof'],
] as const

/** Examples of the guides that TypeScript has to accept as they are. */
const TYPED_EXAMPLES = [...NODE_EXAMPLES, ['page-author', 'A node in your page']] as const

/** Uses what every entry but that of Workers exports, with exact types. */
const PAGE = `
import { createApp, createNode, fromInterfaceBlockstore, memoryBlockstore, toInterfaceBlockstore } from 'tidepool'
import { createClient, RpcError } from 'tidepool/client'
import { verifyProof } from 'tidepool/verifier'
import { createTabNode, openInterfaceStores, RpcError as TabRpcError } from 'tidepool/web'

const call = createClient({ url: '/api/v0' })
for await (const { Name, Hash } of await call('add', { body: 'text', options: { pin: false } })) {
  const texts: [string, string | undefined] = [Name, Hash]
}
const { Keys } = await call('pin/ls', { args: {}, options: { type: 'recursive' } }) as { Keys: object }
// @ts-expect-error: no command has this path
await call('pin/list')
// @ts-expect-error: the argument is required
await call('cat', {})
const size: number = (await call('files/stat', { args: { path: '/' } })).Size
const node = await createTabNode({ name: 'types' })
const bytes: ReadableStream<Uint8Array> = await node.call('cat', { args: { 'ipfs-path': 'Qm' } })
const proof: boolean = verifyProof(new Uint8Array(), { root: 'b', rollappId: 'r', index: 1n }).isProved
const { blockstore } = await openInterfaceStores({ name: 'other' })
const own = fromInterfaceBlockstore(blockstore)
toInterfaceBlockstore(memoryBlockstore())
const isRefusal = (error: unknown) => error instanceof TabRpcError && error.status === 403
const { Signature }: { Signature: string } = await call('key/sign', { body: 'text' })
export { createApp, createNode, isRefusal, Keys, own, proof, RpcError, Signature, bytes, size }
`

async function write(path: string, text: string): Promise<string> {
  await writeFile(join(folder, path), text)
  return join(folder, path)
}

/** The example of a Worker. */
async function workerExample(): Promise<string> {
  return fenced(await guideSection('page-author', 'A Worker of your own'), 'js')
}

/** The examples have few types, which Node 20 cannot strip. */
function withoutTypes(code: string): string {
  return code.replaceAll(/(\w+)\??: (?:number|object|string)(?=[,)])/g, '$1')
}

/** The files of a build, by their paths on a server. */
async function built(path: string, prefix: string) {
  const names = await readdir(path, { recursive: true })
  const served = names
    .filter((name) => extname(name) !== '')
    .map(async (name) => {
      const type = name.endsWith('.html') ? 'text/html' : 'text/javascript'
      const body = await readFile(join(path, name), 'utf8')
      return [prefix + name, { headers: { 'Content-Type': type }, body }] as const
    })
  return Object.fromEntries(await Promise.all(served))
}
