import type { WireImage } from '../../../src/calendar/wire.ts'
import { element } from '../element.ts'
import { calendarTexts } from './calendar-texts.ts'

/** Width of a picture in the page: in a panel of 46rem, or as wide as the window allows. */
const SHOWN = '(min-width: 49rem) 43.5rem, calc(100vw - 4.5rem)'

/** Shows the picture of an event. The browser loads the smallest size that fits the screen. */
export function pictureOf({ url, width, height, sizes = {} }: WireImage): HTMLElement {
  const made = Object.entries(sizes).filter(([name, { original }]) => name !== CROPPED && !original)
  const choices = [...made.map(([, size]) => size), { url, width }]
  const srcset = choices.map((choice) => `${choice.url} ${choice.width}w`).join(', ')
  // `src` comes last: set first, the browser would start to load it at once.
  const picture = element('img', {
    className: 'picture',
    alt: '',
    width,
    height,
    sizes: SHOWN,
    srcset,
    src: url,
  })
  picture.addEventListener('error', () => picture.replaceWith(lost()))
  return picture
}

/** The cropped size, which does not show the same picture as the others. */
const CROPPED = 'thumbnail'

function lost(): HTMLElement {
  return element('p', {
    className: 'muted',
    textContent: calendarTexts.lostPicture,
  })
}
