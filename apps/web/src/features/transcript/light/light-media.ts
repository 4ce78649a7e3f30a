import type { Media, Reading } from '@doslovno/contract/scripts.ts'
import { playerTexts } from '@doslovno/texts/file-page.ts'

import { toAddresses } from '#features/transcript/player/addresses.ts'
import { Player, playerRate, rates } from '#features/transcript/player/player.ts'
import { clock } from '#lib/format/time.ts'

import { element, icon } from './element.ts'
import type { Screen } from './screen.ts'

/** The player with its bar and picture; undefined if there is nothing to play. */
export function createLightPlayer(
  { page, root, isEmbed, signal }: Screen,
  reading: Reading,
  renew: () => Promise<Media>,
): Player | undefined {
  const addresses = toAddresses(reading, performance.now())
  if (!addresses) return undefined
  const player = new Player({
    createMedia: () => createMedia(reading.type),
    addresses,
    durationSeconds: reading.duration ?? reading.paragraphs.at(-1)?.end ?? 0,
    // A frame on another page has no storage.
    rate: isEmbed ? 1 : playerRate.recall(),
    renew: async () => toAddresses(await renew(), performance.now()),
  })
  signal.addEventListener('abort', () => player.destroy())
  page.append(playerBar(player, (rate) => !isEmbed && playerRate.remember(rate)))
  if (reading.type === 'video') root.before(picture(player))
  return player
}

/** A recording is loaded when it is first played; a picture is shown at once. */
function createMedia(type: Reading['type']): HTMLMediaElement {
  const media = document.createElement(type)
  media.preload = type === 'video' ? 'metadata' : 'none'
  if (media instanceof HTMLVideoElement) media.playsInline = true
  return media
}

/** The player swaps its elements inside. A click is a mouse shortcut; keyboards have Space and the bar. */
function picture(player: Player): HTMLElement {
  const frame = element('section', { class: 'lr-video', 'aria-label': playerTexts.video })
  const update = () => {
    const { media, hasPicture } = player.getState()
    if (frame.firstChild !== media) frame.replaceChildren(media)
    frame.hidden = !hasPicture
  }
  update()
  player.subscribe(update)
  frame.addEventListener('pointerup', () => player.toggle())
  return frame
}

const PLAY = 'M8 5.1v13.8c0 .8.9 1.3 1.6.8l10.3-6.9a1 1 0 0 0 0-1.6L9.6 4.3C8.9 3.8 8 4.3 8 5.1z'
const PAUSE = 'M7 4h3v16H7zM14 4h3v16h-3z'
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 60,
  PageDown: -60,
}

/** The bar below the text: play, time, position, speed. */
function playerBar(player: Player, onRate: (rate: number) => void): HTMLElement {
  const broken = element('p', { class: 'lr-broken', role: 'alert', hidden: true }, playerTexts.broken)
  const { play, show } = playButton(player)
  const total = element('span', { class: 'lr-total' })
  const slider = positionSlider(player)
  const update = () => {
    const { durationSeconds, isBroken, isPlaying } = player.getState()
    show(isPlaying)
    broken.hidden = !isBroken
    total.textContent = clock(durationSeconds)
    slider.setAttribute('aria-valuemax', String(Math.floor(durationSeconds)))
  }
  update()
  player.subscribe(update)
  const inner = element('div', { class: 'lr-inner' }, play, timeOf(player), slider, total, rateSelect(player, onRate))
  return element('section', { class: 'lr-player', 'aria-label': playerTexts.label }, broken, inner)
}

function playButton(player: Player) {
  const play = element('button', { type: 'button', class: 'lr-play' })
  const [playing, paused] = [icon(PAUSE), icon(PLAY)]
  play.addEventListener('click', () => player.toggle())
  const show = (isPlaying: boolean) => {
    const label = isPlaying ? playerTexts.pause : playerTexts.play
    if (play.ariaLabel === label) return
    play.ariaLabel = label
    play.replaceChildren(isPlaying ? playing : paused)
  }
  return { play, show }
}

/** Screen readers get the time from the slider. */
function timeOf(player: Player): HTMLElement {
  const time = element('span', { class: 'lr-time', 'aria-hidden': 'true' })
  player.onTime((seconds) => {
    const text = clock(seconds)
    if (time.textContent !== text) time.textContent = text
  })
  return time
}

function positionSlider(player: Player): HTMLElement {
  const slider = element('div', {
    class: 'lr-slider',
    role: 'slider',
    tabindex: 0,
    'aria-label': playerTexts.position,
    'aria-valuemin': 0,
  })
  const duration = () => player.getState().durationSeconds
  const seekTo = ({ clientX }: PointerEvent) => {
    const { left, width } = slider.getBoundingClientRect()
    player.seek(Math.min(1, Math.max(0, (clientX - left) / width)) * duration())
  }
  slider.addEventListener('pointerdown', (event) => {
    slider.setPointerCapture(event.pointerId)
    seekTo(event)
  })
  slider.addEventListener('pointermove', (event) => event.buttons === 1 && seekTo(event))
  slider.addEventListener('keydown', (event) => {
    const step = STEPS[event.key]
    if (step !== undefined) player.skip(step)
    else if (event.key === 'Home') player.seek(0)
    else if (event.key === 'End') player.seek(duration())
    else return
    event.preventDefault()
  })
  player.onTime((seconds) => {
    slider.style.setProperty('--at', `${((seconds / Math.max(duration(), 0.001)) * 100).toFixed(2)}%`)
    const whole = String(Math.floor(seconds))
    if (slider.ariaValueNow === whole) return
    slider.ariaValueNow = whole
    slider.ariaValueText = playerTexts.positionText(clock(seconds), clock(duration()))
  })
  return slider
}

function rateSelect(player: Player, onRate: (rate: number) => void): HTMLElement {
  const { rate: current } = player.getState()
  const options = rates.map((rate) =>
    element('option', { value: rate, selected: rate === current }, playerTexts.rate(rate)),
  )
  const select = element('select', { class: 'lr-rate', 'aria-label': playerTexts.rateLabel }, ...options)
  select.addEventListener('change', () => {
    player.setRate(Number(select.value))
    onRate(Number(select.value))
  })
  return select
}
