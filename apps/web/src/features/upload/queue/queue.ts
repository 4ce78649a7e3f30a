import type { ErrorCode } from '@doslovno/domain/errors.ts'

import {
  type ChosenOptions,
  isComplete,
  OF_ONE_FILE,
  type Options,
  withDefaults,
} from '#features/upload/options/options.ts'
import { nextStep, type Step, type StepEvent } from '#features/upload/sending/step.ts'

import { nextPage, nextTickAt, type Page, type PageEvent } from './page.ts'
import type { Source } from './source.ts'

const AUTO_START_MS = 3000

/** One recording being uploaded. An item with options starts its processing as soon as it is ready. */
export type Item = {
  id: string
  source: Source
  step: Step
  /** The id of its upload on the server. */
  uploadId?: string | undefined
  options?: ChosenOptions
  isStarted?: true
}

/** The content of the link field: submitted at once, or shown with an error. */
export type OfferedLink = { url: string; code?: string; isAtOnce?: boolean }

/** The page shows the primary item; the others upload in the background. */
export type Queue = {
  page: Page
  primary: Item | null
  others: readonly Item[]
  options: Options
  /** When the options were last changed or first shown. */
  changedAt: number
  /** The start waits for a click, or for a change of an option: nothing was chosen for this file, or its countdown was cancelled. */
  isHeld: boolean
  /** The start was requested before the file was ready. */
  isStartRequested: boolean
  /** A link to submit, or one that failed. */
  link: OfferedLink | null
}

export type QueueEvent =
  | { type: 'added'; items: readonly Item[]; at: number }
  | { type: 'stepped'; id: string; event: StepEvent }
  | { type: 'titled'; id: string; title: string }
  | { type: 'uploadKnown'; id: string; uploadId: string | undefined }
  | { type: 'optionsChanged'; change: Partial<Options>; at: number }
  | { type: 'startRequested'; force: boolean }
  | { type: 'countdownCancelled' }
  | { type: 'clock'; at: number }
  | { type: 'started'; id: string }
  | { type: 'startRefused'; id: string; availableMinutes: number }
  | { type: 'startFailed'; id: string; code: ErrorCode | undefined }
  | { type: 'completed' }
  | { type: 'failed'; code: ErrorCode | undefined }
  | { type: 'retried' }
  | { type: 'removed'; id: string }
  | { type: 'linkOffered'; link: OfferedLink }
  | { type: 'linkFailed'; id: string; url: string; code: string }
  | { type: 'stopped' }

export function emptyQueue(options: Options): Queue {
  return {
    page: { name: 'uploading' },
    primary: null,
    others: [],
    options,
    changedAt: 0,
    isHeld: false,
    isStartRequested: false,
    link: null,
  }
}

/** The reducer of the queue. */
export function nextQueue(queue: Queue, event: QueueEvent): Queue {
  return settled(changed(queue, event))
}

export function itemsOf({ primary, others }: Queue): readonly Item[] {
  return primary ? [primary, ...others] : others
}

/** When the clock has to be checked next. */
export function wakeAt(queue: Queue): number | undefined {
  return nextTickAt(queue.page) ?? (canStartItself(queue) ? queue.changedAt + AUTO_START_MS + 1 : undefined)
}

function changed(queue: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case 'added':
      return add(queue, event.items, event.at)
    case 'stepped':
      return withItem(queue, event.id, (item) => ({ ...item, step: nextStep(item.step, event.event) }))
    case 'titled':
      return withItem(queue, event.id, (item) => titled(item, event.title))
    case 'uploadKnown':
      return withItem(queue, event.id, (item) => ({ ...item, uploadId: event.uploadId }))
    case 'optionsChanged':
      return changeOptions(queue, event.change, event.at)
    case 'startRequested':
      return requestStart(queue, event.force)
    case 'countdownCancelled':
      return { ...withPage(queue, event), isHeld: true }
    case 'clock':
      return onClock(queue, event.at)
    case 'started':
    case 'startRefused':
    case 'startFailed':
      return onStart(queue, event)
    case 'completed':
    case 'failed':
    case 'retried':
      return withPage(queue, event)
    case 'removed':
      return remove(queue, event.id)
    case 'linkFailed':
      return { ...remove(queue, event.id), link: { url: event.url, code: event.code } }
    case 'linkOffered':
      return { ...queue, link: event.link }
    case 'stopped':
      return emptyQueue(queue.options)
  }
}

/** Names are typed with pauses, which must not start the processing. */
function changeOptions(queue: Queue, change: Partial<Options>, at: number): Queue {
  const isHeld = change.names !== undefined
  return { ...queue, options: { ...queue.options, ...change }, changedAt: at, isHeld }
}

/** New files join the primary item while its options are open; otherwise the first of them becomes primary. */
function add(queue: Queue, items: readonly Item[], at: number): Queue {
  const isOpen = queue.primary !== null && (queue.page.name === 'uploading' || queue.page.name === 'prepareProcess')
  if (isOpen) return { ...queue, others: [...queue.others, ...items] }
  const [primary = null, ...rest] = items
  const begun = queue.primary ? remove(queue, queue.primary.id) : queue
  return {
    ...begun,
    page: { name: 'uploading' },
    primary,
    others: [...begun.others, ...rest],
    options: { ...begun.options, ...OF_ONE_FILE },
    changedAt: at,
    // Options chosen for an earlier file start nothing by themselves.
    isHeld: true,
    isStartRequested: false,
    link: null,
  }
}

function withItem(queue: Queue, id: string, change: (item: Item) => Item): Queue {
  if (queue.primary?.id === id) return { ...queue, primary: change(queue.primary) }
  return { ...queue, others: queue.others.map((item) => (item.id === id ? change(item) : item)) }
}

function titled(item: Item, title: string): Item {
  return item.source.kind === 'url' ? { ...item, source: { ...item.source, title } } : item
}

function requestStart(queue: Queue, force: boolean): Queue {
  const step = queue.primary?.step.name
  if (step === 'uploading') return { ...queue, isStartRequested: true }
  const canStart = step === 'readyToProcess' || (step === 'notEnoughMinutes' && force)
  return canStart ? withPage(queue, { type: 'startRequested', force }) : queue
}

function onClock(queue: Queue, at: number): Queue {
  if (queue.page.name === 'prepareProcess') return withPage(queue, { type: 'ticked', at })
  const isDue = canStartItself(queue) && at - queue.changedAt > AUTO_START_MS
  return isDue ? withPage(queue, { type: 'due', at }) : queue
}

function canStartItself({ page, primary, options, isHeld }: Queue): boolean {
  return page.name === 'uploading' && primary?.step.name === 'readyToProcess' && isComplete(options) && !isHeld
}

type StartEvent = Extract<QueueEvent, { type: 'started' | 'startRefused' | 'startFailed' }>

/** Applies the outcome of a start: it changes the page only for the primary item. */
function onStart(queue: Queue, event: StartEvent): Queue {
  const isPrimary = queue.primary?.id === event.id
  switch (event.type) {
    case 'started': {
      const next = withItem(queue, event.id, (item) => ({ ...item, isStarted: true }))
      return isPrimary ? withPage(next, { type: 'started' }) : next
    }
    case 'startRefused': {
      const { availableMinutes } = event
      const next = changed(queue, {
        type: 'stepped',
        id: event.id,
        event: { type: 'shortOfMinutes', availableMinutes },
      })
      return isPrimary ? withPage(next, { type: 'startRefused' }) : next
    }
    case 'startFailed': {
      const { id, code } = event
      if (isPrimary) return withPage(queue, { type: 'failed', code })
      return changed(queue, { type: 'stepped', id, event: { type: 'notStarted', code } })
    }
  }
}

function withPage(queue: Queue, event: PageEvent): Queue {
  return { ...queue, page: nextPage(queue.page, event) }
}

/** When the primary item is removed, the next one with open options becomes primary. */
function remove(queue: Queue, id: string): Queue {
  if (queue.primary?.id !== id) return { ...queue, others: queue.others.filter((item) => item.id !== id) }
  const next = queue.others.find(({ options }) => options === undefined) ?? null
  const others = queue.others.filter((item) => item !== next)
  const options = { ...queue.options, ...OF_ONE_FILE }
  return {
    ...withPage(queue, { type: 'left' }),
    primary: next,
    others,
    options,
    isStartRequested: false,
  }
}

/** Derived transitions: a requested start, and options for the others once the primary item starts. */
function settled(queue: Queue): Queue {
  const isReady = queue.primary?.step.name === 'readyToProcess'
  const next =
    queue.isStartRequested && isReady
      ? withPage({ ...queue, isStartRequested: false }, { type: 'startRequested', force: false })
      : queue
  return next.page.name === 'processing' && !next.page.isStarted ? withOptions(next) : next
}

function withOptions(queue: Queue): Queue {
  const options = withDefaults(queue.options)
  return { ...queue, others: queue.others.map((item) => ({ options, ...item })) }
}
