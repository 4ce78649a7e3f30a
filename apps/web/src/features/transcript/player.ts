import { useSyncExternalStore } from 'react'

export type PlayerState = { isPlaying: boolean; rate: number; durationSeconds: number; isBroken: boolean }

export type PlayerOptions = {
  media: HTMLMediaElement
  durationSeconds: number
  /** The recording's address lives for a short time; this gives a new one. */
  renewSource: () => Promise<string | null>
}

/** How often the text is told the time; a timer costs a third of the main thread's work of animation frames. */
const SYNC_MS = 50

/**
 * One media element and its state. What changes rarely goes through React; the clock does not:
 * its listeners are called every 50 ms and write to the page themselves.
 */
export class Player {
  readonly media: HTMLMediaElement
  readonly #renewSource: PlayerOptions['renewSource']
  readonly #stateListeners = new Set<() => void>()
  readonly #timeListeners = new Set<(seconds: number) => void>()
  readonly #life = new AbortController()
  #state: PlayerState
  #timer: ReturnType<typeof setInterval> | undefined
  #hasRenewed = false

  constructor({ media, durationSeconds, renewSource }: PlayerOptions) {
    this.media = media
    this.#renewSource = renewSource
    this.#state = { isPlaying: false, rate: 1, durationSeconds, isBroken: false }
    this.#listen('play', () => this.#start())
    this.#listen('pause', () => this.#stop())
    this.#listen('ended', () => this.#stop())
    this.#listen('playing', () => {
      this.#hasRenewed = false
    })
    this.#listen('ratechange', () => this.#set({ rate: media.playbackRate }))
    this.#listen('durationchange', () => {
      if (Number.isFinite(media.duration)) this.#set({ durationSeconds: media.duration })
    })
    this.#listen('seeking', () => this.#tell())
    this.#listen('timeupdate', () => this.#tell())
    this.#listen('error', () => void this.#recover())
  }

  readonly subscribe = (listener: () => void) => {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  readonly getState = () => this.#state

  /** Calls the listener with the time now, and again whenever it moves. */
  onTime(listener: (seconds: number) => void): () => void {
    this.#timeListeners.add(listener)
    listener(this.media.currentTime)
    return () => this.#timeListeners.delete(listener)
  }

  seek(seconds: number) {
    this.media.currentTime = Math.min(Math.max(0, seconds), this.#state.durationSeconds)
    this.#tell()
  }

  skip(seconds: number) {
    this.seek(this.media.currentTime + seconds)
  }

  play() {
    // A refusal to play is told by the `error` event, or is the browser's rule against sound nobody asked for.
    this.media.play().catch(() => undefined)
  }

  toggle() {
    if (this.media.paused) this.play()
    else this.media.pause()
  }

  setRate(rate: number) {
    this.media.preservesPitch = true
    this.media.defaultPlaybackRate = rate
    this.media.playbackRate = rate
  }

  setVolume(volume: number) {
    this.media.volume = volume
  }

  destroy() {
    this.#life.abort()
    clearInterval(this.#timer)
    this.media.pause()
    this.media.removeAttribute('src')
    this.media.load()
  }

  /** Once per failure: an old address is replaced and the recording goes on from the same second. */
  async #recover() {
    if (this.#hasRenewed) return this.#set({ isBroken: true })
    this.#hasRenewed = true
    const at = this.media.currentTime
    const wasPlaying = this.#state.isPlaying
    const source = await this.#renewSource().catch(() => null)
    if (this.#life.signal.aborted) return
    if (!source) return this.#set({ isBroken: true })
    this.media.src = source
    this.media.currentTime = at
    if (wasPlaying) this.play()
  }

  #start() {
    this.#set({ isPlaying: true, isBroken: false })
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#tell(), SYNC_MS)
  }

  #stop() {
    clearInterval(this.#timer)
    this.#set({ isPlaying: false })
    this.#tell()
  }

  #tell() {
    for (const listener of this.#timeListeners) listener(this.media.currentTime)
  }

  #set(change: Partial<PlayerState>) {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#stateListeners) listener()
  }

  #listen(type: keyof HTMLMediaElementEventMap, listener: () => void) {
    this.media.addEventListener(type, listener, { signal: this.#life.signal })
  }
}

export function usePlayerState(player: Player): PlayerState {
  return useSyncExternalStore(player.subscribe, player.getState)
}
