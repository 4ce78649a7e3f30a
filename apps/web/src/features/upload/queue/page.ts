import type { ErrorCode } from '@doslovno/domain/errors.ts'

const COUNTDOWN_MS = 5000
const SECOND_MS = 1000

/** The state of the upload page for its primary recording. */
export type Page =
  | { name: 'uploading' }
  | { name: 'prepareProcess'; endsAt: number; secondsLeft: number }
  | { name: 'processing'; isStarted: boolean; force: boolean }
  | { name: 'complete' }
  | { name: 'error'; code: ErrorCode | undefined; force: boolean }
  | { name: 'uploadsLimitExceeded' }

export type PageEvent =
  | { type: 'due'; at: number }
  | { type: 'ticked'; at: number }
  | { type: 'countdownCancelled' }
  | { type: 'startRequested'; force: boolean }
  | { type: 'started' }
  | { type: 'startRefused' }
  | { type: 'failed'; code: ErrorCode | undefined }
  | { type: 'completed' }
  | { type: 'retried' }
  | { type: 'left' }

/** The page's reducer. An event that does not fit the state changes nothing. */
export function nextPage(page: Page, event: PageEvent): Page {
  switch (event.type) {
    case 'due':
      return page.name === 'uploading' ? countdown(event.at + COUNTDOWN_MS, event.at) : page
    case 'ticked':
      return page.name === 'prepareProcess' ? countdown(page.endsAt, event.at) : page
    case 'countdownCancelled':
      return page.name === 'prepareProcess' ? { name: 'uploading' } : page
    case 'startRequested':
      return page.name === 'uploading' || page.name === 'prepareProcess' ? begin(event.force) : page
    case 'retried':
      return page.name === 'error' ? begin(page.force) : page
    case 'left':
      return { name: 'uploading' }
    case 'started':
    case 'startRefused':
    case 'failed':
    case 'completed':
      return page.name === 'processing' ? inProcess(page, event) : page
  }
}

/** The time of the next countdown tick. */
export function nextTickAt(page: Page): number | undefined {
  return page.name === 'prepareProcess' ? page.endsAt - (page.secondsLeft - 1) * SECOND_MS : undefined
}

/** Replaces the page by «limit exceeded» when no upload is left and none is in progress. */
export function pageShown(page: Page, account: { availableUploads: number | null; hasBegun: boolean }): Page {
  const isExceeded = page.name === 'uploading' && account.availableUploads === 0 && !account.hasBegun
  return isExceeded ? { name: 'uploadsLimitExceeded' } : page
}

type InProcess = Extract<PageEvent, { type: 'started' | 'startRefused' | 'failed' | 'completed' }>

function inProcess(page: Extract<Page, { name: 'processing' }>, event: InProcess): Page {
  switch (event.type) {
    case 'started':
      return { ...page, isStarted: true }
    case 'startRefused':
      return { name: 'uploading' }
    case 'failed':
      return { name: 'error', code: event.code, force: page.force }
    case 'completed':
      return { name: 'complete' }
  }
}

/** Counts by the clock, not by ticks: a hidden tab may tick once a minute. */
function countdown(endsAt: number, at: number): Page {
  const secondsLeft = Math.ceil((endsAt - at) / SECOND_MS)
  return secondsLeft > 0 ? { name: 'prepareProcess', endsAt, secondsLeft } : begin(false)
}

function begin(force: boolean): Page {
  return { name: 'processing', isStarted: false, force }
}
