/** Whether the process at the other end of a link still answers. */
export interface AnswerWatch {
  /** True from a time without any answer until the next one. */
  readonly isSilent: boolean
  /** To be called for each message of the other process. */
  heard(): void
  /** Asks the other process for a sign of life, and again for as long as calls are under way. */
  watch(): void
}

export interface WatchAnswersOptions {
  /** Asks for a sign of life. */
  readonly ask: () => void
  readonly hasCalls: () => boolean
  readonly onSilence: () => void
  /** Half of the time without an answer after which the other process counts as stopped. */
  readonly periodMs?: number
}

/** A page answers messages also in the background, and within this time unless its script runs on without a pause. */
const PERIOD_MS = 2_500

/** In the first period without an answer this process may itself have been stopped: its messages come after its timer. */
const SILENT_PERIODS = 2

/**
 * Watches a process that may be stopped without an end: a page whose dialog is open, or that the browser has frozen,
 * keeps its locks and channels, and answers nothing.
 */
export function watchAnswers({
  ask,
  hasCalls,
  onSilence,
  periodMs = PERIOD_MS,
}: WatchAnswersOptions): AnswerWatch {
  let silentPeriods = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const isSilent = () => silentPeriods >= SILENT_PERIODS
  const watch = () => {
    if (timer !== undefined) return
    ask()
    timer = setTimeout(() => {
      timer = undefined
      silentPeriods += 1
      if (isSilent()) onSilence()
      else if (hasCalls()) watch()
    }, periodMs)
  }
  return {
    get isSilent() {
      return isSilent()
    },
    heard() {
      silentPeriods = 0
    },
    watch,
  }
}
