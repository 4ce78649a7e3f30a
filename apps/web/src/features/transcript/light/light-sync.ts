import type { Span } from '@doslovno/domain/span.ts'
import { fileMenuTexts, filePageTexts, fragmentTexts, selectionTexts } from '@doslovno/texts/file-page.ts'

import { holdWithin } from '#features/transcript/player/hold-within.ts'
import type { Player } from '#features/transcript/player/player.ts'
import { citedRanges } from '#features/transcript/reader/cited-ranges.ts'
import { clearHighlight, highlightRanges } from '#features/transcript/reader/highlights.ts'
import { ParagraphSteps } from '#features/transcript/reader/paragraph-steps.ts'
import { scrollBehaviour, TranscriptSync } from '#features/transcript/reader/transcript-sync.ts'
import { snapToWord, type WordIndex } from '#features/transcript/reader/word-index.ts'
import { quoteOf } from '#features/transcript/selection/quote.ts'
import { copyCleanly, type Picked, readSelection } from '#features/transcript/selection/selection.ts'
import type { Transcript } from '#features/transcript/use-transcript.ts'
import { writeMoment } from '#lib/file-page/link-moment.ts'
import { clock } from '#lib/format/time.ts'

import { element } from './element.ts'
import type { Screen } from './screen.ts'

const SETTLED_MS = 200

type Played = { transcript: Transcript; player: Player | undefined }

/** The text as it is followed, stepped through and copied. */
export type LightText = {
  follow: () => void
  step: (by: -1 | 1) => void
  isFollowing: () => boolean
}

export function connectText(screen: Screen, { transcript, player }: Played): LightText {
  const { root, isEmbed, say, signal } = screen
  const reveal = (paragraph: number, isSmooth: boolean) => scrollTo(root, paragraph, isSmooth)
  const steps = new ParagraphSteps({
    root,
    reveal: (paragraph) => reveal(paragraph, true),
    onStep: (seconds) => player?.seek(seconds),
  })
  leaveOneStop(root)
  signal.addEventListener('abort', () => steps.destroy())
  document.addEventListener('copy', (event) => copyCleanly(event, root, transcript), { signal })
  const listen = player && ((seconds: number) => (player.seek(seconds), player.play()))
  if (!isEmbed) root.after(selectionBar({ root, transcript, say, onListen: listen, signal }))

  const sync = player && followPlayer(screen, { transcript, player, steps, reveal })
  return {
    follow: () => sync?.follow(),
    step: (by) => steps.step(by),
    isFollowing: () => sync?.isFollowing() ?? false,
  }
}

type Followed = {
  transcript: Transcript
  player: Player
  steps: ParagraphSteps
  reveal: (paragraph: number, isSmooth: boolean) => void
}

function followPlayer(screen: Screen, { transcript, player, steps, reveal }: Followed) {
  const { page, root, moment, signal } = screen
  const { words } = transcript
  let isFollowing = true
  const back = element('button', { type: 'button', class: 'lr-follow', hidden: true }, filePageTexts.toCurrent)
  const update = () => (back.hidden = isFollowing || !player.getState().isPlaying)
  const sync = new TranscriptSync({
    root,
    words,
    player,
    reveal,
    topEdge: () => 0,
    onFollow: (follows) => {
      isFollowing = follows
      update()
    },
    onParagraph: (paragraph) => steps.enterAt(paragraph),
  })
  player.subscribe(update)
  back.addEventListener('click', () => sync.follow())
  root.after(back)
  // A plain press on a time plays from it; with a modifier it stays a link.
  root.addEventListener('click', keepLinks, { capture: true, signal })
  signal.addEventListener('abort', () => {
    sync.destroy()
    clearHighlight('cited')
  })
  const { startAt: start, endAt: end } = moment
  if (start !== undefined) {
    player.seek(snapToWord(words, start))
    sync.follow()
  }
  if (start !== undefined && end !== undefined) {
    const onLeave = () => history.replaceState(history.state, '', location.pathname)
    page.querySelector('.lr-player')?.prepend(holdFragment({ player, root, words, span: { start, end }, onLeave }))
  }
  return { follow: () => sync.follow(), isFollowing: () => isFollowing }
}

function keepLinks(event: MouseEvent) {
  if (!(event.target instanceof Element) || !event.target.closest('[data-seek]')) return
  if (event.ctrlKey || event.metaKey || event.shiftKey) event.stopPropagation()
  else event.preventDefault()
}

/** Tab enters the text once; ParagraphSteps moves the stop. */
function leaveOneStop(root: Element) {
  for (const [index, time] of root.querySelectorAll<HTMLElement>('[data-seek]').entries())
    time.tabIndex = index ? -1 : 0
}

/** Not by scrollIntoView, which would also scroll a page around the frame. */
function scrollTo(root: Element, paragraph: number, isSmooth: boolean) {
  const section = root.querySelector(`[data-paragraph="${paragraph}"]`)
  if (!section) return
  const { top, height } = section.getBoundingClientRect()
  const isNear = Math.abs(top) < 2 * window.innerHeight
  const behavior = isSmooth && isNear ? scrollBehaviour() : 'instant'
  window.scrollBy({ top: top - Math.max(0, window.innerHeight - height) / 2, behavior })
}

type Options = { player: Player; root: Element; words: WordIndex; span: Span; onLeave: () => void }

/** Plays only the stretch of a link and marks its words; the returned chip says so and lets the rest be heard. */
function holdFragment({ player, root, words, span, onLeave }: Options): HTMLElement {
  const button = element('button', { type: 'button' }, fragmentTexts.goOn)
  const label = fragmentTexts.of(clock(span.start), clock(span.end))
  const chip = element('p', { class: 'lr-fragment' }, element('span', {}, label), button)
  const leave = () => {
    release()
    clearHighlight('cited')
    chip.remove()
    onLeave()
  }
  highlightRanges('cited', root, citedRanges(words, span))
  const release = holdWithin(player, span, leave)
  button.addEventListener('click', () => {
    leave()
    player.play()
  })
  return chip
}

type LightSelectionOptions = {
  root: Element
  transcript: Transcript
  say: (text: string) => void
  /** Absent without a recording. */
  onListen: ((seconds: number) => void) | undefined
  signal: AbortSignal
}

/** Actions on the selected words, as on the full page: quote, links, listen. */
function selectionBar({ root, transcript, say, onListen, signal }: LightSelectionOptions): HTMLElement {
  let picked: Picked | undefined
  const action = (label: string, act: (picked: Picked) => void) => {
    const button = element('button', { type: 'button' }, label)
    // The press must not clear the selection.
    button.addEventListener('mousedown', (event) => event.preventDefault())
    button.addEventListener('click', () => picked && act(picked))
    return button
  }
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text)
      say(done)
    } catch {
      say(fileMenuTexts.copyFailed)
    }
  }
  const copyLink = (moment: string) => copy(`${location.origin}${location.pathname}?t=${moment}`, selectionTexts.linked)
  const bar = element(
    'div',
    { class: 'lr-selection', role: 'group', 'aria-label': selectionTexts.label, hidden: true },
    action(selectionTexts.quote, ({ ranges }) => void copy(quoteOf(ranges, transcript), selectionTexts.quoted)),
    action(selectionTexts.link, ({ span }) => void copyLink(writeMoment(span.start))),
    action(selectionTexts.fragment, ({ span }) => void copyLink(writeMoment(span.start, span.end))),
    ...(onListen ? [action(selectionTexts.listen, ({ span }) => onListen(span.start))] : []),
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = () => {
    picked = readSelection(root, transcript)
    bar.hidden = !picked
  }
  const readSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(read, SETTLED_MS)
  }
  document.addEventListener('selectionchange', readSoon, { signal })
  return bar
}
