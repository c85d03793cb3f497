import { send } from '#host'
import { file, form } from './form.ts'
import { PIXEL } from './pictures.ts'

/** The path of a picture of one pixel, stored as content of the node under test. */
export async function ownPicture(name = 'dot.png'): Promise<string> {
  const { Hash } = await (await send('/api/v0/add', form(file(name, PIXEL)))).json()
  return `/ipfs/${Hash}?filename=${name}`
}
