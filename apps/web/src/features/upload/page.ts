const COUNTDOWN_MS = 5000
const SECOND_MS = 1000

/** Where the upload page is on the way of the recording it shows. */
export type Page =
  | { name: 'uploading' }
  | { name: 'prepareProcess'; endsAt: number; secondsLeft: number }
  | { name: 'processing'; isStarted: boolean; force: boolean }
  | { name: 'complete' }
  | { name: 'error'; wireText: string | undefined; force: boolean }
  | { name: 'uploadsLimitExceeded' }

export type PageEvent =
  | { type: 'due'; at: number }
  | { type: 'ticked'; at: number }
  | { type: 'heldBack' }
  | { type: 'startAsked'; force: boolean }
  | { type: 'started' }
  | { type: 'startRefused' }
  | { type: 'failed'; wireText: string | undefined }
  | { type: 'completed' }
  | { type: 'retried' }
  | { type: 'left' }

/** The page's course. An event that does not fit the state changes nothing. */
export function nextPage(page: Page, event: PageEvent): Page {
  switch (event.type) {
    case 'due':
      return page.name === 'uploading' ? countdown(event.at + COUNTDOWN_MS, event.at) : page
    case 'ticked':
      return page.name === 'prepareProcess' ? countdown(page.endsAt, event.at) : page
    case 'heldBack':
      return page.name === 'prepareProcess' ? { name: 'uploading' } : page
    case 'startAsked':
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

/** When the countdown on the page has to be looked at again. */
export function nextTickAt(page: Page): number | undefined {
  return page.name === 'prepareProcess' ? page.endsAt - (page.secondsLeft - 1) * SECOND_MS : undefined
}

/** Nothing can be begun any more this month, and nothing is there to go on with. */
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
      return { name: 'error', wireText: event.wireText, force: page.force }
    case 'completed':
      return { name: 'complete' }
  }
}

/** By the clock and not by ticks: a hidden tab may tick once a minute. */
function countdown(endsAt: number, at: number): Page {
  const secondsLeft = Math.ceil((endsAt - at) / SECOND_MS)
  return secondsLeft > 0 ? { name: 'prepareProcess', endsAt, secondsLeft } : begin(false)
}

function begin(force: boolean): Page {
  return { name: 'processing', isStarted: false, force }
}
