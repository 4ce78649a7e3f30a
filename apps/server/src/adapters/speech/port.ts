import type { Span } from '@doslovno/domain/span.ts'
import type { HeardWindow, SpeakersHint } from '@doslovno/domain/speakers/join-windows.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'

/** `isNoisy`: denoise first, where the adapter can. */
export type HearOptions = { language: string; isNoisy: boolean }

/** `unheard`: speech that no hearing found words in. */
export type Hearing = { words: Word[]; unheard: Span[] }

/** Speech to words. PCM is 16 kHz, mono, signed 16-bit; times count from its start. */
export type Speech = {
  /** The model that recognises a language. */
  modelFor(language: string): string
  recognise(pcm: Uint8Array, options: HearOptions, signal: AbortSignal): Promise<Hearing>
  /** Undefined if there is no speech. */
  identifyLanguage(pcm: Uint8Array, signal: AbortSignal): Promise<string | undefined>
  /**
   * Diarises a window of at most ten minutes; `joinWindows` joins windows into the speakers of a recording. Throws an
   * `AppError` where speakers cannot be told apart at all.
   */
  diarise(pcm: Uint8Array, options: { speakers: SpeakersHint }, signal: AbortSignal): Promise<HeardWindow>
  /** The largest distance between voices of one speaker in different windows. */
  readonly voicesThreshold: number
  /** Throws if an engine of this machine does not hear a known clip. */
  selfTest(signal: AbortSignal): Promise<void>
  /** Whether recognition works now; asked after a `SpeechFailure`, to tell a bad server from a bad piece. */
  isUp(signal: AbortSignal): Promise<boolean>
  close(): void
}

/** A speech server gave no words for a piece. */
export class SpeechFailure extends Error {
  override name = 'SpeechFailure'
  readonly reason: string
  constructor(reason: string) {
    super(`the speech server gave no words: ${reason}`)
    this.reason = reason
  }
}

/** No answer: network, timeout, overload, a server that broke, a wrong key. Another try may do. */
export class SpeechLost extends SpeechFailure {
  override name = 'SpeechLost'
}

/** An answer that cannot be used, or a refusal of this very piece. */
export class SpeechRefused extends SpeechFailure {
  override name = 'SpeechRefused'
}
