import { type ChosenOptions, isComplete, type Options, withDefaults } from './options.ts'
import { nextPage, nextTickAt, type Page, type PageEvent } from './page.ts'
import type { Source } from './source.ts'
import { nextStep, type Step, type StepEvent } from './step.ts'

const AUTO_START_MS = 3000

/** One recording on its way in. What has its options starts by itself as soon as it is ready. */
export type Item = {
  id: string
  source: Source
  step: Step
  /** What the service calls it on its way in. */
  uploadId?: string | undefined
  options?: ChosenOptions
  isStarted?: true
}

/** What the link's field holds: to be sent at once, or with what is wrong with it. */
export type OfferedLink = { url: string; code?: string; isAtOnce?: boolean }

/** The page follows the leader; the others go the same way behind its back. */
export type Queue = {
  page: Page
  leader: Item | null
  others: readonly Item[]
  options: Options
  /** When the options were last touched, or first shown. */
  changedAt: number
  /** The countdown was called off: it does not begin again by itself until an option changes. */
  isHeld: boolean
  /** The start was asked for before there was anything to start. */
  isWanted: boolean
  /** A link to be sent, or one that came to nothing. */
  link: OfferedLink | null
}

export type QueueEvent =
  | { type: 'added'; items: readonly Item[]; at: number }
  | { type: 'stepped'; id: string; event: StepEvent }
  | { type: 'titled'; id: string; title: string }
  | { type: 'uploadKnown'; id: string; uploadId: string | undefined }
  | { type: 'optionsChanged'; change: Partial<Options>; at: number }
  | { type: 'startAsked'; force: boolean }
  | { type: 'heldBack' }
  | { type: 'clock'; at: number }
  | { type: 'started'; id: string }
  | { type: 'startRefused'; id: string; availableMinutes: number }
  | { type: 'startFailed'; id: string; wireText: string | undefined }
  | { type: 'completed' }
  | { type: 'failed'; wireText: string | undefined }
  | { type: 'retried' }
  | { type: 'removed'; id: string }
  | { type: 'linkOffered'; link: OfferedLink }
  | { type: 'linkFailed'; id: string; url: string; code: string }
  | { type: 'stopped' }

export function emptyQueue(options: Options): Queue {
  return {
    page: { name: 'uploading' },
    leader: null,
    others: [],
    options,
    changedAt: 0,
    isHeld: false,
    isWanted: false,
    link: null,
  }
}

/** The way of everything that was chosen. */
export function nextQueue(queue: Queue, event: QueueEvent): Queue {
  return settled(changed(queue, event))
}

export function itemsOf({ leader, others }: Queue): readonly Item[] {
  return leader ? [leader, ...others] : others
}

/** When the queue has to be looked at again by the clock. */
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
      return { ...queue, options: { ...queue.options, ...event.change }, changedAt: event.at, isHeld: false }
    case 'startAsked':
      return askStart(queue, event.force)
    case 'heldBack':
      return { ...turned(queue, event), isHeld: true }
    case 'clock':
      return onClock(queue, event.at)
    case 'started':
    case 'startRefused':
    case 'startFailed':
      return onStart(queue, event)
    case 'completed':
    case 'failed':
    case 'retried':
      return turned(queue, event)
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

/** More files join those whose options are still open; otherwise they are a new beginning. */
function add(queue: Queue, items: readonly Item[], at: number): Queue {
  const isOpen = queue.leader !== null && (queue.page.name === 'uploading' || queue.page.name === 'prepareProcess')
  if (isOpen) return { ...queue, others: [...queue.others, ...items] }
  const [leader = null, ...rest] = items
  const begun = queue.leader ? remove(queue, queue.leader.id) : queue
  return {
    ...begun,
    page: { name: 'uploading' },
    leader,
    others: [...begun.others, ...rest],
    changedAt: at,
    isHeld: false,
    isWanted: false,
    link: null,
  }
}

function withItem(queue: Queue, id: string, change: (item: Item) => Item): Queue {
  if (queue.leader?.id === id) return { ...queue, leader: change(queue.leader) }
  return { ...queue, others: queue.others.map((item) => (item.id === id ? change(item) : item)) }
}

function titled(item: Item, title: string): Item {
  return item.source.kind === 'url' ? { ...item, source: { ...item.source, title } } : item
}

function askStart(queue: Queue, force: boolean): Queue {
  const step = queue.leader?.step.name
  if (step === 'uploading') return { ...queue, isWanted: true }
  const canStart = step === 'readyToProcess' || (step === 'notEnoughMinutes' && force)
  return canStart ? turned(queue, { type: 'startAsked', force }) : queue
}

function onClock(queue: Queue, at: number): Queue {
  if (queue.page.name === 'prepareProcess') return turned(queue, { type: 'ticked', at })
  const isDue = canStartItself(queue) && at - queue.changedAt > AUTO_START_MS
  return isDue ? turned(queue, { type: 'due', at }) : queue
}

function canStartItself({ page, leader, options, isHeld }: Queue): boolean {
  return page.name === 'uploading' && leader?.step.name === 'readyToProcess' && isComplete(options) && !isHeld
}

type StartEvent = Extract<QueueEvent, { type: 'started' | 'startRefused' | 'startFailed' }>

/** How the start of an item went: the page hears of its leader's, another item keeps it to itself. */
function onStart(queue: Queue, event: StartEvent): Queue {
  const isLeader = queue.leader?.id === event.id
  switch (event.type) {
    case 'started': {
      const next = withItem(queue, event.id, (item) => ({ ...item, isStarted: true }))
      return isLeader ? turned(next, { type: 'started' }) : next
    }
    case 'startRefused': {
      const { availableMinutes } = event
      const next = changed(queue, {
        type: 'stepped',
        id: event.id,
        event: { type: 'shortOfMinutes', availableMinutes },
      })
      return isLeader ? turned(next, { type: 'startRefused' }) : next
    }
    case 'startFailed': {
      const { id, wireText } = event
      if (isLeader) return turned(queue, { type: 'failed', wireText })
      return changed(queue, { type: 'stepped', id, event: { type: 'notStarted', wireText } })
    }
  }
}

function turned(queue: Queue, event: PageEvent): Queue {
  return { ...queue, page: nextPage(queue.page, event) }
}

/** Behind a leader that has gone the next one with open options leads. */
function remove(queue: Queue, id: string): Queue {
  if (queue.leader?.id !== id) return { ...queue, others: queue.others.filter((item) => item.id !== id) }
  const next = queue.others.find(({ options }) => options === undefined) ?? null
  const others = queue.others.filter((item) => item !== next)
  return { ...turned(queue, { type: 'left' }), leader: next, others, isHeld: false, isWanted: false }
}

/** What follows of itself: a start that was wanted, and the options of those behind a leader that starts. */
function settled(queue: Queue): Queue {
  const isReady = queue.leader?.step.name === 'readyToProcess'
  const next =
    queue.isWanted && isReady ? turned({ ...queue, isWanted: false }, { type: 'startAsked', force: false }) : queue
  return next.page.name === 'processing' && !next.page.isStarted ? withOptions(next) : next
}

function withOptions(queue: Queue): Queue {
  const options = withDefaults(queue.options)
  return { ...queue, others: queue.others.map((item) => ({ options, ...item })) }
}
