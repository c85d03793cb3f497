import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { creation, ledgerOf, ROLLAPP, update } from '../unit/ledger/ledger-of.ts'
import { type MadeProof, proofOf } from '../unit/ledger/proof-of.ts'
import { testBrowser } from './open-page.ts'

/** A page that may run this one script, and nothing of texts, and may make no request. */
const PAGE = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src blob:">`

const browser = testBrowser()
let proof: MadeProof

beforeAll(async () => {
  const ledger = ledgerOf()
  await ledger.create(creation())
  await ledger.advance({ to: 2n ** 53n + 1n })
  await ledger.submit(update(1n, 2n))
  proof = await proofOf(ledger, { rollappId: ROLLAPP, index: 1n })
})

describe('dist/lib/verifier.js in a page without network', () => {
  it('takes a proof with its integers whole, and refuses it with one byte changed', async () => {
    const page = await (await browser.profile({ offline: true })).newPage()
    await page.setContent(PAGE)
    await page.evaluate(load, readFileSync(join(import.meta.dirname, '../../dist/lib/verifier.js'), 'utf8'))
    const answers = await page.evaluate(
      ({ car, ...claim }) => {
        const verifyProof = Reflect.get(window, 'verifyProof')
        const bytes = Uint8Array.from(car)
        const whole = verifyProof(bytes, { ...claim, index: 1n, height: 2n })
        bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
        return { whole, changed: verifyProof(bytes, { ...claim, index: 1n, height: 2n }) }
      },
      { rollappId: ROLLAPP, root: String(proof.root), car: Array.from(proof.car) },
    )

    expect(answers.whole).toMatchObject({
      isProved: true,
      isFinal: false,
      ledgerHeight: 2n ** 53n + 1n,
      finalHeight: 2n ** 53n + 4n,
      record: { creationHeight: 2n ** 53n + 1n },
      descriptor: { height: 2n },
    })
    expect(answers.changed).toMatchObject({ isProved: false })
  })
})

/** Runs in the page: makes the module's one export a global, since the test's own imports are rewritten. */
async function load(source: string): Promise<void> {
  const address = (text: string) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
  const script = document.createElement('script')
  script.type = 'module'
  script.src = address(`import { verifyProof } from '${address(source)}'; window.verifyProof = verifyProof`)
  const loaded = new Promise((resolve, reject) => {
    script.onload = resolve
    script.onerror = reject
  })
  document.head.append(script)
  await loaded
}
