import type { Page } from 'playwright'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loopbackPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import type { CID } from '../../src/codec/cid/cid.ts'
import { createNode } from '../../src/node/create.ts'
import { WHOLE_NODE } from '../../src/node/whole-node.ts'
import { anchored } from '../unit/audit/anchored.ts'
import type { Edge } from '../unit/audit/cheating-edge.ts'
import { CHEATS } from '../unit/audit/cheats.ts'
import { audit as faultsOf } from './audit.ts'
import { testBrowser } from './open-page.ts'
import { type Behind, startPageServer } from './page-server.ts'

const browser = testBrowser()

describe('the page: an audit over the network', () => {
  async function open(behind: Behind): Promise<{ readonly page: Page; readonly origin: string }> {
    const { page, server } = await browser.openAgain({ at: '#ledger', behind })
    await page.locator('#records[aria-busy="false"]').waitFor()
    return { page, origin: new URL(server.url).origin }
  }

  it('holds the server of the page to what it says, and to what it said before', async () => {
    const edge = await anchored(10)
    const { page, origin } = await open(await publicReads(edge))

    const first = await auditServer(page)
    expect(first).toMatch(/No faults found.*first audit.*Records3Final records0.*replayed10/)
    expect(first).toContain(`Node${origin}`)
    expect(await page.evaluate(faultsOf)).toEqual([])
    expect(await page.locator('#audit-known').textContent()).toContain(`Your last audit of ${origin} ended`)
    await page.reload()
    expect(await auditServer(page)).toMatch(/No faults found.*Nothing was withdrawn/)

    expect(await page.locator('#records-body').textContent()).toContain('No records yet')
  })

  it.each([
    ['rewritten', /A commit was changed afterwards/],
    ['skipped', /Something is left out/],
    ['wrong root', /The changes do not result in the claimed calendar/],
  ])('catches a server whose ledger is %s', async (kind, title) => {
    const cheat = CHEATS.find((one) => one.kind === kind)
    if (!cheat) throw new Error(`no cheat is ${kind}`)
    const [edge] = await cheat.cheat()

    const { page } = await open(await publicReads(edge))

    expect(await auditServer(page)).toMatch(title)
    expect(await page.locator('#audit-known').isVisible()).toBe(false)
  })

  it('catches a server that shows another ledger the second time', async () => {
    const cheat = CHEATS.find(({ name }) => name === 'shows two visitors two ledgers')
    const [edge, known] = (await cheat?.cheat()) ?? []
    if (!edge || !known) throw new Error('no such cheat')
    let shown: CID | undefined = known
    const reads = await publicReads(edge, () => shown)
    const { page } = await open(reads)
    expect(await auditServer(page)).toMatch(/No faults found/)

    shown = undefined

    expect(await auditServer(page)).toMatch(
      /Something was withdrawn.*is not among those behind|was another one/,
    )
  })

  it('catches a server that withholds a block', async () => {
    const reads = await publicReads(await anchored(5))
    let left = 4
    const { page } = await open((request) => {
      if (!isBlock(request) || left > 0) {
        if (isBlock(request)) left -= 1
        return reads(request)
      }
      return Promise.resolve(new Response('no', { status: 404 }))
    })

    expect(await auditServer(page)).toMatch(/Content is withheld.*Audit again in a while/)
  })

  it('audits a node by its address, and says what is wrong with another', async () => {
    const { page, origin } = await open(() => undefined)
    const node = await startPageServer({}, await publicReads(await anchored(3)))
    onTestFinished(() => node.stop())
    const plain = await startPageServer()
    await plain.stop()

    await page.getByText('Audit another ledger').click()
    const auditAddress = async (address: string) => {
      await page.getByLabel('Address of a node').fill(address)
      await page.getByRole('button', { name: 'Audit this address' }).click()
    }
    await auditAddress(node.url)
    await page.locator('.verdict', { hasText: /No faults found.*Records1/ }).waitFor()
    await page.locator('#audit-progress').waitFor({ state: 'hidden' })
    await auditAddress(plain.url)
    await page.getByRole('alert').filter({ hasText: 'it does not answer' }).waitFor()
    await auditAddress(origin)
    await page.getByRole('alert').filter({ hasText: 'it answers 404 where a node tells' }).waitFor()
    await auditAddress('ftp://node.example')
    await page.getByRole('alert').filter({ hasText: 'not the address of a node' }).waitFor()

    expect(await page.locator('.verdict').count()).toBe(0)
  })

  it('says when a server that cannot be reached can be audited', async () => {
    const { page, server } = await browser.openAgain({ at: '#ledger' })
    await page.locator('#badge[data-state="online"]').waitFor()
    await page.locator('#records[aria-busy="false"]').waitFor()
    await server.stop()

    await page.getByRole('button', { name: 'Audit the server of this page' }).click()

    await page.getByRole('alert').filter({ hasText: 'Try again later.' }).waitFor()
    await page.locator('#badge[data-state="offline"]').waitFor()
  })

  it('is cancelled in the middle of an answer, and begins anew', async () => {
    const reads = await publicReads(await anchored(5))
    const reached = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    let isSlow = true
    const { page } = await open((request) => {
      if (!isSlow || !isBlock(request)) return reads(request)
      request.signal.addEventListener('abort', () => left.resolve())
      reached.resolve()
      return new Promise(() => undefined)
    })

    await page.getByRole('button', { name: 'Audit the server of this page' }).click()
    await reached.promise
    await page.getByRole('button', { name: 'Cancel the audit' }).click()
    await left.promise
    await page.getByRole('button', { name: 'Audit in this tab' }).waitFor()
    isSlow = false

    expect(await page.locator('#audit-progress').isVisible()).toBe(false)
    expect(await page.getByRole('alert').isVisible()).toBe(false)
    expect(await auditServer(page)).toMatch(/No faults found/)
  })
})

async function auditServer(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Audit the server of this page' }).click()
  await page.locator('.verdict').waitFor()
  // With it the verdict is kept, and another audit can begin.
  await page.locator('#audit-progress').waitFor({ state: 'hidden' })
  return (await page.locator('.verdict').textContent()) ?? ''
}

function isBlock({ url }: Request): boolean {
  return new URL(url).pathname.startsWith('/ipfs/')
}

/** What a node at the edge hands out to anybody; `shown`: the root it gives for its newest, if not that. */
async function publicReads(edge: Edge, shown: () => CID | undefined = () => undefined): Promise<Behind> {
  const node = await createNode(edge.ports, { parts: WHOLE_NODE, repoPath: 'memory', system: 'memory/node' })
  const app = createApp(node, loopbackPolicy())
  const head = async () => {
    const root = shown() ?? (await edge.ledger.head())
    const { rollappId } = edge.sequencer
    return Response.json(
      { root: `${root}`, height: '1', rollappId },
      { headers: { 'Access-Control-Allow-Origin': '*' } },
    )
  }
  return (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/rollapp/head')) return head()
    return isBlock(request) ? Promise.resolve(app.fetch(request)) : undefined
  }
}
