import type { Media, Reading } from '@doslovno/contract/scripts.ts'
import { unheardBefore } from '@doslovno/domain/process/unheard.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { initialsOf } from '@doslovno/domain/speakers/initials.ts'
import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import { unpackWords } from '@doslovno/domain/transcript/spread-words.ts'
import { filePageTexts, playerTexts, unheardTexts } from '@doslovno/texts/file-page.ts'
import { publicPageTexts as texts } from '@doslovno/texts/public-page.ts'
import { speakerName } from '@doslovno/texts/voices.ts'

import { isTaken, readingAction } from '#features/transcript/keys/reading-keys.ts'
import { connectMediaSession } from '#features/transcript/player/media-session.ts'
import type { Player } from '#features/transcript/player/player.ts'
import { indexWords } from '#features/transcript/reader/word-index.ts'
import { speakerColour, startsTurn, talksOf } from '#features/transcript/speakers/speakers.ts'
import type { Transcript } from '#features/transcript/use-transcript.ts'
import { offerLightPage, type Place, type Wish, wishes } from '#lib/file-page/light-page.ts'
import { readMoment } from '#lib/file-page/link-moment.ts'
import { clock } from '#lib/format/time.ts'
import { letterKeys } from '#lib/keys/letter-keys.ts'

import { element } from './element.ts'
import { createLightPlayer } from './light-media.ts'
import { connectText, type LightText } from './light-sync.ts'
import type { Screen } from './screen.ts'

import css from './light.css?inline'

declare global {
  interface Window {
    /** Loads the whole app, by the script of the page (apps/web/build/first-screen.js). */
    loadApp?: () => Promise<void>
  }
}

/** Plays the text that the server wrote into the page of a public file, without the app. */
export function startLightPage(): void {
  const page = document.getElementById('first-screen')
  const root = page?.querySelector<HTMLElement>('.fs-text')
  if (!page || !root) return
  const [, kind, id = ''] = location.pathname.split('/')
  const life = new AbortController()
  const { signal } = life
  const sheet = adoptStyles()
  const say = createSay(root)
  const moment = readMoment(new URLSearchParams(location.search).get('t') ?? '')
  const screen: Screen = { id, page, root, isEmbed: kind === 'embed', moment, signal, say }
  let place: () => Place = () => ({ seconds: 0, isPlaying: false, paragraph: topParagraph(root), isFollowing: false })
  const leave = () => {
    const left = place()
    life.abort()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    return left
  }
  const open = screen.isEmbed ? undefined : fullPage(screen, leave)
  listenToTools(screen, open)
  void load(screen, (reading) => {
    place = play(screen, reading, open)
  })
}

type Open = (wish: Wish) => void

/** Loads the app, which goes on where this page is. */
function fullPage({ say }: Screen, leave: () => Place): Open {
  let isOpening = false
  return (wish) => {
    offerLightPage({ wish, leave })
    if (isOpening || !window.loadApp) return
    isOpening = true
    say(texts.opening, true)
    window.loadApp().catch(() => {
      isOpening = false
      say(texts.openFailed)
    })
  }
}

function listenToTools({ page, signal }: Screen, open: Open | undefined) {
  for (const button of page.querySelectorAll<HTMLElement>('[data-open]')) {
    const wish = wishes.find((name) => name === button.dataset.open)
    if (wish) button.addEventListener('click', () => open?.(wish), { signal })
  }
}

/** Gets the whole text with its times. */
async function load(screen: Screen, onText: (reading: Reading) => void): Promise<void> {
  const { id, page, root, signal } = screen
  page.querySelector('[data-failed]')?.remove()
  try {
    const reply = await fetch(`/api/scripts/${id}/reading`, { signal })
    // Closed or deleted since: the server says so in its page.
    if (reply.status === 404 || reply.status === 410) return location.reload()
    if (!reply.ok) throw new Error(`The text cannot be had: ${reply.status}`)
    // Not validated: a schema would weigh as much as the reader, and the server has validated it.
    onText((await reply.json()) as Reading)
    page.querySelector('[data-more]')?.remove()
  } catch {
    if (signal.aborted) return
    const again = element('button', { type: 'button', class: 'fs-button' }, texts.again)
    again.addEventListener('click', () => void load(screen, onText))
    page.querySelector('[data-more]')?.setAttribute('hidden', '')
    root.after(element('p', { class: 'fs-note', role: 'alert', 'data-failed': true }, `${texts.failed} `, again))
  }
}

/** Connects the text, the recording and the keys; returns how to tell the place. */
function play(screen: Screen, reading: Reading, open: Open | undefined): () => Place {
  const { page, root, signal } = screen
  const transcript = transcriptOf(reading)
  completeText(root, transcript, reading.unheard ?? [])
  const player = createLightPlayer(screen, reading, () => renewed(screen))
  const text = connectText(screen, { transcript, player })
  if (player) {
    const disconnect = connectMediaSession(player, page.querySelector('h1')?.textContent ?? '')
    signal.addEventListener('abort', disconnect)
  } else page.querySelector('main')?.append(element('p', { class: 'fs-note' }, playerTexts.unavailable))
  listenToKeys(screen, { player, text, open })
  return () => ({ ...placeOf(player), isFollowing: text.isFollowing(), paragraph: topParagraph(root) })
}

function placeOf(player: Player | undefined) {
  return { seconds: player?.seconds ?? 0, isPlaying: player?.getState().isPlaying ?? false }
}

/** Addresses of the recording live for minutes. */
async function renewed({ id }: Screen): Promise<Media> {
  const reply = await fetch(`/api/scripts/${id}/media`)
  if (!reply.ok) throw new Error(`The recording cannot be had: ${reply.status}`)
  return (await reply.json()) as Media // validated by the server, as the text
}

const TOP_PX = 90

/** The first paragraph in the window; undefined at the beginning of the page. */
function topParagraph(root: Element): number | undefined {
  if (window.scrollY < TOP_PX) return undefined
  const index = [...root.children].findIndex((section) => section.getBoundingClientRect().bottom > TOP_PX)
  return index > 0 ? index : undefined
}

function adoptStyles(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  return sheet
}

const SAID_MS = 4000

function createSay(root: HTMLElement): Screen['say'] {
  const toast = element('p', { class: 'lr-toast', role: 'status' })
  root.after(toast)
  let timer: ReturnType<typeof setTimeout> | undefined
  return (said, isLasting = false) => {
    clearTimeout(timer)
    toast.textContent = said
    if (!isLasting) timer = setTimeout(() => toast.replaceChildren(), SAID_MS)
  }
}

type Targets = { player: Player | undefined; text: LightText; open: ((wish: Wish) => void) | undefined }

/** The shortcuts of the full page; search and help open it. */
function listenToKeys({ isEmbed, signal }: Screen, { player, text, open }: Targets): void {
  // A page around a frame has shortcuts of its own.
  const hasLetters = !isEmbed && letterKeys.recall()
  const press = (event: KeyboardEvent) => {
    const action = readingAction(event, hasLetters)
    if (!action || event.defaultPrevented || isTaken(event)) return
    event.preventDefault()
    switch (action.name) {
      case 'toggle':
        return player?.toggle()
      case 'skip':
        return player?.skip(action.seconds)
      case 'step':
        return text.step(action.paragraphs)
      case 'follow':
        return text.follow()
      case 'find':
      case 'help':
        return open?.(action.name)
      case 'names':
        return // only owners name voices
    }
  }
  window.addEventListener('keydown', press, { signal })
}

function transcriptOf({ paragraphs: packed, speakerNames }: Reading): Transcript {
  const paragraphs = packed.map(({ times, ...paragraph }) => ({
    ...paragraph,
    words: unpackWords(paragraph.text, times),
  }))
  return {
    paragraphs,
    words: indexWords(paragraphs),
    talks: talksOf(paragraphs),
    nameOf: (speaker) => speakerName({ speakerNames }, speaker),
  }
}

/** Completes the text that the server wrote; what is there already stays as it is, with its selection. */
function completeText(root: Element, transcript: Transcript, unheard: readonly Span[]): void {
  const present = [...root.children]
  const { paragraphs } = transcript
  const gaps = unheardBefore(paragraphs, unheard)
  const notes = (at: number) => (gaps.get(at) ?? []).map(unheardNote)
  for (const [index, paragraph] of paragraphs.entries()) {
    const section = sectionOf(transcript, paragraph, index)
    if (index === 0) section.prepend(...notes(0))
    section.append(...notes(index + 1))
    const old = present[index]
    if (!old) root.append(section)
    else if (old.textContent !== section.textContent) old.replaceWith(section)
  }
  for (const surplus of present.slice(paragraphs.length)) surplus.remove()
}

/** As apps/server writes it (features/public-page/markup.ts). */
function sectionOf({ paragraphs, nameOf }: Transcript, { speaker, start, text }: Paragraph, index: number): Element {
  const time = timeLink(start, clock(start))
  const name = nameOf(speaker)
  const heading = startsTurn(paragraphs, index)
    ? element(
        'h2',
        { style: `--speaker:${speakerColour(speaker)}`, 'data-initials': initialsOf(name) },
        `${name} `,
        time,
      )
    : time
  return element('section', { 'data-paragraph': index }, heading, element('p', { 'data-text': true }, text))
}

function timeLink(seconds: number, text: string): Element {
  const label = `${filePageTexts.listenFrom} ${clock(seconds)}`
  return element('a', { href: `?t=${seconds}`, 'data-seek': seconds, 'aria-label': label }, text)
}

function unheardNote({ start, end }: Span): Element {
  const times = timeLink(start, `${clock(start)}–${clock(end)}`)
  return element('p', { role: 'note' }, times, ` ${unheardTexts.states.once}`)
}
