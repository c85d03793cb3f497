import { collectBlock } from '../../../blocks/collect-block.ts'
import { readObject } from '../../../objects/input/read-object.ts'
import { putObject } from '../../../objects/write-object.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'
import { onlyFilePart } from '../../form/only-part.ts'
import { DagObject } from '../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/put`. */
export const objectPut = defineCommand({
  path: 'object/put',
  about: 'Store the request body as a dag-pb node',
  status: 'deprecated',
  args: {},
  options: {
    inputenc: text('Encoding of the input: json, protobuf or xml', { fallback: 'json' }),
    datafieldenc: text('Encoding of the data field: text or base64', { fallback: 'text' }),
    pin: bool('Pin the new node recursively'),
    quiet: bool('Print less', { alias: 'q' }),
  },
  body: 'data',
  reply: json(DagObject),
  keepsCidV0: true,
  text: ({ Hash }: { Hash: string }, { options: { quiet } }) => `${quiet ? '' : 'added '}${Hash}\n`,
  parts: ['blocks', 'pins', 'repo'],
  async run({ blocks, pins, repo }, { options, body, signal, printCid }) {
    const content = await collectBlock((await onlyFilePart(body)).content)
    const block = readObject(content, {
      inputEncoding: options.inputenc,
      dataEncoding: options.datafieldenc,
    })
    const put = async () => {
      const cid = await putObject(blocks, block, { signal })
      if (options.pin) await pins.add(cid, { signal })
      return cid
    }
    return { Hash: printCid(await repo.whileAdding(put, { signal })) }
  },
})
