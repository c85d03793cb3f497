import { showProblem } from '../../problem.ts'
import { contentTexts } from '../content-texts.ts'

const KEY = 'tidepool:transfers'

/**
 * Records what is being added and cannot be continued, until the tab is closed. After a reload the files are
 * out of the page's reach, so it can only tell the visitor what to add again.
 */
export function interrupted(): (titles: readonly string[]) => void {
  const titles = read()
  if (titles.length > 0) {
    showProblem(new Error(contentTexts.interrupted(titles.join('; '))))
  }
  const write = (running: readonly string[]) => {
    try {
      if (running.length === 0) sessionStorage.removeItem(KEY)
      else sessionStorage.setItem(KEY, JSON.stringify(running))
    } catch {
      // The page works without what it cannot store.
    }
  }
  write([])
  return write
}

function read(): readonly string[] {
  try {
    const titles: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(titles) ? titles.map(String) : []
  } catch {
    return []
  }
}
