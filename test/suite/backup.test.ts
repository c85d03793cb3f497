import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { file, form } from '../requests/form.ts'
import { rawFile, storeBlocks } from '../requests/stored-tree.ts'

const post = (path: string, init = {}) => send(`/api/v0/${path}`, { method: 'POST', ...init })

async function backup(): Promise<Uint8Array<ArrayBuffer>> {
  // Other tests may leave pins with missing blocks.
  const response = await post('backup/export?partial=true')
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('application/vnd.ipld.car')
  return new Uint8Array(await response.arrayBuffer())
}

describe('POST /api/v0/backup/export and backup/import', () => {
  /** Of the node with a pin of this file. On edge a backup holds what all suites before have pinned. */
  let saved: Uint8Array<ArrayBuffer>

  beforeAll(async () => {
    const { cid, blocks } = await rawFile('backup suite, pinned')
    await storeBlocks(send, blocks)
    await post(`pin/add?arg=${cid}&name=saved`)
    saved = await backup()
  })

  it('restore a pin with its blocks', async () => {
    const { cid } = await rawFile('backup suite, pinned')
    await post(`pin/rm?arg=${cid}`)
    await post(`block/rm?arg=${cid}`)

    const response = await post('backup/import?part=pins', form(file('data', saved)))
    const lines = (await response.text()).trimEnd().split('\n')

    expect(response.status).toBe(200)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { Part: 'pins', Rows: 1, Held: expect.any(Number) },
      { Blocks: expect.any(Number), Bytes: expect.any(Number) },
    ])
    const pins = await (await post(`pin/ls?arg=${cid}&names=true`)).json()
    expect(pins).toMatchObject({ Keys: { [`${cid}`]: { Type: 'recursive', Name: 'saved' } } })
    expect((await post(`block/get?arg=${cid}`)).status).toBe(200)
  })

  it('refuse to leave out a block of the files, unless asked, and then tell of it', async () => {
    const lost = await rawFile('backup suite, lost')
    const path = '/backup-suite'
    const added = await post(
      `files/write?arg=${path}&create=true&raw-leaves=true`,
      form(file('data', 'backup suite, lost')),
    )
    expect(added.status).toBe(200)
    await post(`block/rm?arg=${lost.cid}&force=true`)

    const refused = await post('backup/export')
    const imported = await post('backup/import?part=files', form(file('data', await backup())))
    const lines = await imported.text()
    await post(`files/rm?arg=${path}&force=true`)

    expect(refused.status).toBe(500)
    expect(await refused.json()).toMatchObject({
      Type: 'error',
      Message: expect.stringMatching(/^Cannot back up/),
    })
    expect(lines).toMatch(/"Part":"files","Rows":0,"Held":1,"Missing":\d+,"MissingFrom":"/)
  })

  it('also takes the file as the body itself', async () => {
    const headers = { 'Content-Type': 'application/vnd.ipld.car' }

    const response = await post('backup/import?part=pins', { headers, body: saved })

    expect(response.status).toBe(200)
    expect(await response.text()).toContain('"Part":"pins","Rows":0')
  })

  it('refuses a file that is no backup, and a part that it does not have', async () => {
    const noCar = await post('backup/import', form(file('data', new TextEncoder().encode('no car'))))
    const noPart = await post('backup/import?part=keys', form(file('data', saved)))

    expect(noCar.status).toBe(500)
    expect(await noCar.json()).toMatchObject({ Type: 'error', Message: 'unexpected EOF' })
    expect(noPart.status).toBe(500)
    expect(await noPart.text()).toContain('it has no part \\"keys\\"')
  })
})
