import { describe, expect, it } from 'vitest'

import { NO_CHOICE } from '#features/upload/options/options.ts'
import { nextStep, type StepEvent } from '#features/upload/sending/step.ts'

import { emptyQueue, type Item, itemsOf, nextQueue, type Queue, type QueueEvent, wakeAt } from './queue.ts'
import { fileSource, urlSource } from './source.ts'

function item(id: string): Item {
  const step = nextStep({ name: 'init' }, { type: 'chosen', totalBytes: 100, limitBytes: 1000, at: 0 })
  return { id, source: fileSource(new File(['x'.repeat(100)], `${id}.mp3`)), step }
}

const added = (...ids: string[]): QueueEvent => ({ type: 'added', items: ids.map(item), at: 0 })
const stepped = (id: string, event: StepEvent): QueueEvent => ({ type: 'stepped', id, event })
const ready = (id: string) => stepped(id, { type: 'inspected', script: { id: `script-${id}`, durationSeconds: 60 } })
const short = (id: string) =>
  stepped(id, { type: 'inspected', script: { id: `script-${id}`, durationSeconds: 60 }, availableMinutes: 12 })
const chooseType = (at: number): QueueEvent => ({ type: 'optionsChanged', change: { mediaType: 'lection' }, at })
const clock = (at: number): QueueEvent => ({ type: 'clock', at })
const start: QueueEvent = { type: 'startRequested', force: false }

function after(...events: QueueEvent[]): Queue {
  return events.reduce(nextQueue, emptyQueue(NO_CHOICE))
}

describe('an automatic start', () => {
  it('waits until the kind of recording is chosen [UP-8]', () => {
    expect(wakeAt(after(added('a'), ready('a')))).toBeUndefined()
    expect(after(added('a'), ready('a'), clock(60_000)).page.name).toBe('uploading')
  })

  it('never comes from options that were chosen for an earlier file [UP-8]', () => {
    const remembered = emptyQueue({ ...NO_CHOICE, mediaType: 'meeting', speakersCount: 2 })
    const queue = [added('a'), ready('a'), clock(60_000)].reduce(nextQueue, remembered)

    expect([queue.page.name, wakeAt(queue)]).toEqual(['uploading', undefined])
    expect(wakeAt(nextQueue(queue, chooseType(70_000)))).toBe(73_001)
  })

  it('begins more than 3 s after the last change of options [UP-8]', () => {
    const queue = after(added('a'), chooseType(1000), ready('a'))

    expect(wakeAt(queue)).toBe(4001)
    expect(nextQueue(queue, clock(4000)).page.name).toBe('uploading')
    expect(nextQueue(queue, clock(4001)).page.name).toBe('prepareProcess')
  })

  it('begins at once when the file is ready later than that [UP-8]', () => {
    expect(after(added('a'), chooseType(1000), ready('a'), clock(50_000)).page.name).toBe('prepareProcess')
  })

  it('is re-evaluated after every change [UP-8]', () => {
    const queue = after(added('a'), chooseType(1000), ready('a'), {
      type: 'optionsChanged',
      change: { badQuality: true },
      at: 3500,
    })

    expect(nextQueue(queue, clock(4001)).page.name).toBe('uploading')
    expect(nextQueue(queue, clock(6501)).page.name).toBe('prepareProcess')
  })

  it('waits for the file [UP-8]', () => {
    expect(after(added('a'), chooseType(0), clock(60_000)).page.name).toBe('uploading')
  })

  it('does not begin again after a cancelled countdown until an option changes [UP-6] [UP-8]', () => {
    const held = after(added('a'), chooseType(0), ready('a'), clock(3001), { type: 'countdownCancelled' })

    expect(held.page.name).toBe('uploading')
    expect(wakeAt(held)).toBeUndefined()
    expect(nextQueue(held, clock(60_000)).page.name).toBe('uploading')
    expect(wakeAt(nextQueue(held, chooseType(70_000)))).toBe(73_001)
  })

  it('does not begin while names are typed', () => {
    const names: QueueEvent = { type: 'optionsChanged', change: { names: 'Анна, ' }, at: 1000 }
    const queue = after(added('a'), chooseType(0), ready('a'), names)

    expect(wakeAt(queue)).toBeUndefined()
    expect(nextQueue(queue, clock(60_000)).page.name).toBe('uploading')
  })

  it('passes through the countdown of 5 s [UP-6] [UP-8]', () => {
    const queue = after(added('a'), chooseType(0), ready('a'), clock(3001))

    expect(wakeAt(queue)).toBe(4001)
    expect([4001, 5001, 6001, 7001].reduce((next, at) => nextQueue(next, clock(at)), queue).page.name).toBe(
      'prepareProcess',
    )
    expect(nextQueue(queue, clock(8001)).page).toMatchObject({ name: 'processing', isStarted: false })
  })
})

describe('a manual start', () => {
  it('needs no options and no countdown', () => {
    expect(after(added('a'), ready('a'), start).page.name).toBe('processing')
  })

  it('waits for the file if it comes too early', () => {
    const wanted = after(added('a'), start)

    expect(wanted).toMatchObject({ isStartRequested: true, page: { name: 'uploading' } })
    expect(nextQueue(wanted, ready('a')).page.name).toBe('processing')
  })

  it('must be forced with too few minutes [UP-9]', () => {
    const queue = after(added('a'), short('a'))

    expect(nextQueue(queue, start).page.name).toBe('uploading')
    expect(nextQueue(queue, { type: 'startRequested', force: true }).page).toMatchObject({
      name: 'processing',
      force: true,
    })
    expect(after(added('a'), start, short('a')).page.name).toBe('uploading')
  })

  it('refused for lack of minutes returns with the available minutes [UP-9]', () => {
    const queue = after(added('a'), ready('a'), start, { type: 'startRefused', id: 'a', availableMinutes: 7 })

    expect(queue.page.name).toBe('uploading')
    expect(queue.primary?.step).toMatchObject({ name: 'notEnoughMinutes', availableMinutes: 7 })
  })
})

describe('several recordings', () => {
  it('follow the first, which is the primary one', () => {
    const queue = after(added('a', 'b', 'c'))

    expect(queue.primary?.id).toBe('a')
    expect(itemsOf(queue).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })

  it('join it while its options are open', () => {
    expect(after(added('a'), added('b')).others.map(({ id }) => id)).toEqual(['b'])
  })

  it('get its options when it starts, and their events never change the page', () => {
    const queue = after(added('a', 'b'), chooseType(0), ready('a'), start, { type: 'started', id: 'a' }, ready('b'))

    expect(queue.others[0]).toMatchObject({ step: { name: 'readyToProcess' }, options: { mediaType: 'lection' } })
    const started = nextQueue(queue, { type: 'started', id: 'b' })
    expect(started.others[0]).toMatchObject({ isStarted: true })
    expect(started.page).toEqual(queue.page)
  })

  it('are processed as «other» without options', () => {
    expect(after(added('a', 'b'), ready('a'), start).others[0]?.options).toMatchObject({ mediaType: 'other' })
  })

  it('report their own failures', () => {
    const queue = after(added('a', 'b'), ready('a'), ready('b'), start, { type: 'started', id: 'a' })

    const failed = nextQueue(queue, { type: 'startFailed', id: 'b', code: 'unexpected' })
    expect(failed.others[0]?.step).toMatchObject({ name: 'error', flaw: 'start' })
    expect(failed.page.name).toBe('processing')
    const refused = nextQueue(queue, { type: 'startRefused', id: 'b', availableMinutes: 0 })
    expect(refused.others[0]?.step.name).toBe('notEnoughMinutes')
    expect(refused.page.name).toBe('processing')
  })

  it('become primary when the first one is removed before its start', () => {
    const queue = after(added('a', 'b', 'c'), { type: 'removed', id: 'a' })

    expect(queue).toMatchObject({ primary: { id: 'b' }, others: [{ id: 'c' }], page: { name: 'uploading' } })
  })

  it('continue in the background when the first one is removed after its start', () => {
    const queue = after(added('a', 'b'), ready('a'), start, { type: 'started', id: 'a' }, { type: 'removed', id: 'a' })

    expect(queue).toMatchObject({ primary: null, others: [{ id: 'b' }], page: { name: 'uploading' } })
    expect(nextQueue(queue, added('c'))).toMatchObject({ primary: { id: 'c' }, others: [{ id: 'b' }] })
  })

  it('start a new page beside one that is being processed', () => {
    const queue = after(added('a'), ready('a'), start, { type: 'started', id: 'a' }, added('b'))

    expect(queue).toMatchObject({ primary: { id: 'b' }, others: [], page: { name: 'uploading' } })
  })
})

describe('a link', () => {
  it('returns to its field with the error when it fails [LINK-5]', () => {
    const link: Item = { id: 'l', source: urlSource('https://a.ru/x'), step: { name: 'init' } }
    const queue = after(
      { type: 'added', items: [link], at: 0 },
      { type: 'linkFailed', id: 'l', url: 'https://a.ru/x', code: 'linkUnsupported' },
    )

    expect(queue).toMatchObject({ primary: null, link: { url: 'https://a.ru/x', code: 'linkUnsupported' } })
    expect(nextQueue(queue, added('a')).link).toBeNull()
  })

  it('gets the title of its target [UP-15]', () => {
    const link: Item = { id: 'l', source: urlSource('https://a.ru/x'), step: { name: 'init' } }
    const queue = after({ type: 'added', items: [link], at: 0 }, { type: 'titled', id: 'l', title: 'Эфир.mp4' })

    expect(queue.primary?.source).toEqual({ kind: 'url', title: 'Эфир.mp4', url: 'https://a.ru/x' })
  })
})

describe('choices about one file', () => {
  const choose: QueueEvent = {
    type: 'optionsChanged',
    change: { names: 'Анна', isVocabularyOff: true, vocabularyIds: ['v1'] },
    at: 0,
  }
  const forgotten = { names: '', isVocabularyOff: false, vocabularyIds: ['v1'] }

  it('hold for the files chosen with it', () => {
    expect(after(added('a', 'b'), choose, ready('a'), start).others[0]?.options).toMatchObject({ names: 'Анна' })
  })

  it('are forgotten when another file is chosen or takes its place', () => {
    expect(after(added('a'), choose, { type: 'removed', id: 'a' }, added('b')).options).toMatchObject(forgotten)
    expect(after(added('a', 'b'), choose, { type: 'removed', id: 'a' }).options).toMatchObject(forgotten)
  })
})

it('forgets everything but the options when stopped', () => {
  const queue = after(added('a', 'b'), chooseType(0), { type: 'stopped' })

  expect(queue).toMatchObject({ primary: null, others: [], options: { mediaType: 'lection' } })
})
