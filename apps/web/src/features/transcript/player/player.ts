import { oneOf, remembered } from '#lib/remembered.ts'

import { type Addresses, areExpired, bufferedAhead } from './addresses.ts'
import { handOver } from './hand-over.ts'

export type PlayerState = {
  /** The playing element; another one takes over before its address expires. */
  media: HTMLMediaElement
  isPlaying: boolean
  rate: number
  durationSeconds: number
  /** Whether there is a picture: false for audio, and for video the browser cannot decode. */
  hasPicture: boolean
  isBroken: boolean
}

export type PlayerOptions = {
  createMedia: () => HTMLMediaElement
  addresses: Addresses
  durationSeconds: number
  rate: number
  /** Fetches new addresses; null if there are none any more. */
  renew: () => Promise<Addresses | null>
}

/** How often the text gets the time; a timer costs a third of the main-thread work of animation frames. */
const SYNC_MS = 50
/** An error this soon after a renewal is not caused by the address. */
const JUST_RENEWED_MS = 5000
const SOON_MS = 1000

/**
 * Plays one recording. Rare changes go through React state; the time does not:
 * its listeners are called every 50 ms and update the DOM themselves.
 */
export class Player {
  readonly #options: PlayerOptions
  readonly #stateListeners = new Set<() => void>()
  readonly #timeListeners = new Set<(seconds: number) => void>()
  readonly #life = new AbortController()
  #state: PlayerState
  #addresses: Addresses
  #volume = 1
  #timer: ReturnType<typeof setInterval> | undefined
  /** Removes the listeners of the current element. */
  #attached = new AbortController()
  /** Where to continue once new addresses arrive, and whether to play. */
  #reopening: { at: number; isPlaying: boolean } | undefined
  #handingOver: AbortController | undefined
  #renewedAt = -Infinity
  #isFallback = false

  constructor(options: PlayerOptions) {
    const { createMedia, addresses, durationSeconds, rate } = options
    this.#options = options
    this.#addresses = addresses
    const media = createMedia()
    this.#state = { media, isPlaying: false, rate, durationSeconds, hasPicture: isVideo(media), isBroken: false }
    this.#attach(media)
    if (areExpired(addresses, performance.now())) void this.#reopen(0)
    else media.src = addresses.src
  }

  readonly subscribe = (listener: () => void) => {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  readonly getState = () => this.#state

  /** Calls the listener now and whenever the time changes. */
  onTime(listener: (seconds: number) => void): () => void {
    this.#timeListeners.add(listener)
    listener(this.seconds)
    return () => this.#timeListeners.delete(listener)
  }

  get seconds(): number {
    return this.#reopening?.at ?? this.#state.media.currentTime
  }

  seek(seconds: number) {
    const at = Math.min(Math.max(0, seconds), this.#state.durationSeconds)
    this.#handingOver?.abort()
    if (this.#reopening) this.#reopening = { ...this.#reopening, at }
    else if (this.#canReach(at)) this.#state.media.currentTime = at
    else void this.#reopen(at)
    this.#tell()
  }

  skip(seconds: number) {
    this.seek(this.seconds + seconds)
  }

  play() {
    if (this.#state.media.ended) this.seek(0)
    if (this.#reopening) this.#want(true)
    else if (this.#state.isBroken || !this.#canReach(this.seconds)) void this.#reopen(this.seconds, true)
    else this.#begin()
  }

  pause() {
    if (this.#reopening) this.#want(false)
    else this.#state.media.pause()
  }

  toggle() {
    if (this.#reopening?.isPlaying ?? !this.#state.media.paused) this.pause()
    else this.play()
  }

  setRate(rate: number) {
    this.#set({ rate })
    this.#adjust(this.#state.media)
  }

  setVolume(volume: number) {
    this.#volume = volume
    this.#adjust(this.#state.media)
  }

  destroy() {
    this.#life.abort()
    this.#attached.abort()
    this.#handingOver?.abort()
    clearInterval(this.#timer)
    silence(this.#state.media)
  }

  #attach(media: HTMLMediaElement) {
    this.#attached.abort()
    this.#attached = new AbortController()
    const { signal } = this.#attached
    const listen = (type: keyof HTMLMediaElementEventMap, listener: () => void) =>
      media.addEventListener(type, listener, { signal })
    listen('play', () => this.#start())
    listen('pause', () => this.#stop())
    listen('ended', () => this.#stop())
    listen('loadedmetadata', () => this.#set({ hasPicture: isVideo(media) && media.videoWidth > 0 }))
    listen('durationchange', () => {
      if (Number.isFinite(media.duration)) this.#set({ durationSeconds: media.duration })
    })
    listen('seeking', () => this.#tell())
    listen('timeupdate', () => this.#tell())
    listen('error', () => this.#recover())
    this.#adjust(media)
  }

  /** Whether playback from there needs no expired address. */
  #canReach(at: number): boolean {
    return !areExpired(this.#addresses, performance.now()) || bufferedAhead(this.#state.media.buffered, at) > 0
  }

  #begin() {
    // A failure is reported by the `error` event, or is the autoplay rule.
    this.#state.media.play().catch(() => {
      if (this.#state.media.paused && !this.#reopening) this.#stop()
    })
  }

  /** Replaces an expired address; if the address is fresh, the source itself fails, so falls back to the copy. */
  #recover() {
    if (this.#reopening) return
    this.#handingOver?.abort()
    const { currentTime } = this.#state.media
    if (performance.now() - this.#renewedAt > JUST_RENEWED_MS) return void this.#reopen(currentTime)
    if (this.#isFallback || this.#addresses.fallbackSrc === null) return this.#break()
    this.#isFallback = true
    void this.#reopen(currentTime)
  }

  /** Sets the action for the moment new addresses arrive. */
  #want(isPlaying: boolean) {
    if (this.#reopening) this.#reopening = { ...this.#reopening, isPlaying }
    this.#set({ isPlaying })
  }

  /** Continues from a position with new addresses. */
  async #reopen(at: number, isPlaying = this.#state.isPlaying) {
    this.#reopening = { at, isPlaying }
    this.#set({ isPlaying, isBroken: false })
    const addresses = await this.#renew()
    if (this.#life.signal.aborted) return
    const goOn = this.#reopening
    this.#reopening = undefined
    if (!addresses) return this.#break()
    this.#addresses = addresses
    const { media } = this.#state
    media.src = this.#source(addresses)
    media.currentTime = goOn.at
    if (goOn.isPlaying) this.#begin()
  }

  async #renew(): Promise<Addresses | null> {
    const addresses = await this.#options.renew().catch(() => null)
    this.#renewedAt = performance.now()
    return addresses
  }

  /** Replaces the playing element by one with a new address before the old one expires. */
  async #replaceElement() {
    const handingOver = new AbortController()
    this.#handingOver = handingOver
    const addresses = await this.#renew()
    const isTaken = addresses !== null && (await this.#followBy(addresses, handingOver.signal))
    this.#handingOver = undefined
    if (isTaken) return
    // Keeps the playing element as long as it lasts; retries soon only after an interrupting seek.
    const pauseMs = handingOver.signal.aborted ? SOON_MS : (addresses?.renewAt ?? Infinity) - performance.now()
    this.#addresses = { ...this.#addresses, renewAt: performance.now() + pauseMs }
  }

  async #followBy(addresses: Addresses, signal: AbortSignal): Promise<boolean> {
    const { media } = this.#state
    const next = this.#options.createMedia()
    this.#adjust(next)
    next.preload = 'auto'
    next.src = this.#source(addresses)
    const isTaken = await handOver(media, next, signal)
    if (isTaken) {
      this.#addresses = addresses
      this.#attach(next)
      this.#set({ media: next })
    }
    silence(isTaken ? media : next)
    return isTaken
  }

  #source({ src, fallbackSrc }: Addresses): string {
    return this.#isFallback && fallbackSrc !== null ? fallbackSrc : src
  }

  #adjust(media: HTMLMediaElement) {
    media.preservesPitch = true
    media.defaultPlaybackRate = this.#state.rate
    media.playbackRate = this.#state.rate
    media.volume = this.#volume
  }

  #start() {
    this.#set({ isPlaying: true, isBroken: false })
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#tick(), SYNC_MS)
  }

  #tick() {
    this.#tell()
    if (this.#handingOver || this.#reopening || performance.now() < this.#addresses.renewAt) return
    const { media, durationSeconds } = this.#state
    const isWhole = bufferedAhead(media.buffered, media.currentTime) >= durationSeconds - media.currentTime - 0.5
    // Picture-in-picture would close with its element.
    if (!isWhole && document.pictureInPictureElement !== media) void this.#replaceElement()
  }

  #stop() {
    this.#handingOver?.abort()
    clearInterval(this.#timer)
    this.#set({ isPlaying: false })
    this.#tell()
  }

  #break() {
    this.#isFallback = false
    clearInterval(this.#timer)
    this.#set({ isBroken: true, isPlaying: false })
  }

  #tell() {
    for (const listener of this.#timeListeners) listener(this.seconds)
  }

  #set(change: Partial<PlayerState>) {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#stateListeners) listener()
  }
}

function isVideo(media: HTMLMediaElement): media is HTMLVideoElement {
  return media instanceof HTMLVideoElement
}

/** Releases the sound, the connection and the buffer. */
function silence(media: HTMLMediaElement) {
  media.pause()
  media.removeAttribute('src')
  media.load()
}

export const rates = [0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** The playback rate in this browser. */
export const playerRate = remembered('playerRate', oneOf<number>(rates, 1))
