import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { plainWords } from '@doslovno/domain/transcript/words.ts'
import { knownClipText } from '@doslovno/texts/language/phantoms.ts'

import { SpeechFailure, SpeechLost, SpeechRefused } from '#adapters/speech/port.ts'
import { type Breaker, createBreaker } from '#platform/breakers/breaker.ts'
import type { RemoteSpeechConfig } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import { speechRequests, speechServerDown } from '#platform/telemetry.ts'

import { readAnswer, type Transcription } from './answer.ts'
import { createTranscribe, type Piece, SpeechBusy, SpeechMisconfigured, type Transcribe } from './request.ts'

export type SpeechServer = {
  /** Waits up to a minute for a server that is busy or down. */
  hear(piece: Piece, signal: AbortSignal): Promise<Transcription>
  /** Tests the server anew, together with others that ask at the same time. */
  isUp(signal: AbortSignal): Promise<boolean>
  /** The first test. `unfit`: the server answers, but cannot be used. */
  start(): Promise<{ unfit: string } | 'hears' | 'silent'>
}

/** Pieces wait this long for a server that is busy or down; then their tasks are put off. */
const LONGEST_WAIT_MS = 60_000

/** A server gets pieces only after it has heard the known clip well; each failure of a piece asks for another test. */
export function createSpeechServer(config: RemoteSpeechConfig, { log }: { log: Log }): SpeechServer {
  const transcribe = createTranscribe(config)
  const gate = createGate()
  const trust = createTrust(() => gate.send(() => testWithClip(transcribe).catch(asUnfit)), log)

  const hear = async (piece: Piece, signal: AbortSignal): Promise<Transcription> => {
    const seconds = piece.pcm.byteLength / BYTES_PER_SECOND
    for (const deadline = Date.now() + LONGEST_WAIT_MS; ;) {
      await gate.enter(async () => trust.isPassed() || trust.passes(signal), deadline, signal)
      try {
        const heard = await gate.send(async () => readAnswer(await transcribe(piece, signal), seconds))
        speechRequests.inc({ outcome: 'done' })
        return heard
      } catch (error) {
        if (!(error instanceof SpeechFailure)) throw error
        speechRequests.inc({ outcome: error.reason })
        if (error instanceof SpeechBusy) continue
        trust.doubt()
        throw error
      }
    }
  }
  return {
    hear,
    isUp: async (signal) => gate.isOpen() && trust.passes(signal),
    start: () =>
      trust.test().then(
        () => 'hears' as const,
        (error: unknown) => (error instanceof UnfitServer ? { unfit: error.reason } : ('silent' as const)),
      ),
  }
}

/** The server answers, but not as it should: as good as down until it hears the clip well. */
class UnfitServer extends SpeechLost {
  override name = 'UnfitServer'
}

function asUnfit(error: unknown): never {
  const isUnfit = error instanceof SpeechRefused || error instanceof SpeechMisconfigured
  throw isUnfit ? new UnfitServer(error.reason) : error
}

const LONGEST_MS = 60_000
/** Of the words that are said; the smallest models hear more. */
const WANTED_SHARE = 1 / 3

/**
 * Lets the server hear a known clip. Throws a `SpeechFailure` unless its words come with times, in order, inside the
 * clip, and are those that are said.
 */
async function testWithClip(transcribe: Transcribe): Promise<void> {
  const pcm = await knownClip()
  const answer = await transcribe({ pcm, language: 'ru' }, AbortSignal.timeout(LONGEST_MS)).catch(asFailure)
  const { words } = readAnswer(answer, pcm.byteLength / BYTES_PER_SECOND)
  const heard = new Set(words.flatMap(({ text }) => plainWords(text)))
  const said = plainWords(knownClipText)
  const count = said.filter((word) => heard.has(word)).length
  if (count < said.length * WANTED_SHARE) throw new SpeechRefused(`heardOnly${count}Of${said.length}Words`)
}

/** Our own time limit is an abort like any other for the request. */
function asFailure(error: unknown): never {
  throw error instanceof SpeechFailure ? error : new SpeechLost('timeout')
}

type Trust = {
  /** Whether the last test passed and nothing has failed since. */
  isPassed(): boolean
  /** Asks for a test before the next piece. */
  doubt(): void
  /** Tests now. */
  passes(signal: AbortSignal): Promise<boolean>
  /** Tests now; throws why it failed. */
  test(): Promise<void>
}

/** Remembers how the last test ended; callers at the same time share one. Logs only changes. */
function createTrust(test: () => Promise<void>, log: Log): Trust {
  let [isPassed, isDown, running] = [false, false, undefined as Promise<void> | undefined]
  const note = (passed: boolean, error?: unknown) => {
    if (isDown && passed) log.info('the speech server hears the test clip again')
    if (!isDown && !passed) log.error({ err: error }, 'the speech server does not hear the test clip, tasks wait')
    ;[isPassed, isDown] = [passed, !passed]
    speechServerDown.set(isDown ? 1 : 0)
  }
  const run = async (): Promise<void> => {
    try {
      await test()
      note(true)
    } catch (error) {
      // A busy server says nothing about how it hears.
      if (!(error instanceof SpeechBusy)) note(false, error)
      throw error
    }
  }
  const shared = () => (running ??= run().finally(() => (running = undefined)))
  return {
    isPassed: () => isPassed,
    doubt: () => void (isPassed = false),
    passes: (signal) => Promise.race([shared().then(isTrue, isFalse), aborted(signal)]),
    test: shared,
  }
}

const isTrue = () => true
const isFalse = () => false

async function aborted(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted()
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}

/** Skips the header of the WAV file, which we wrote ourselves. */
const HEADER_BYTES = 44

/**
 * A sentence of synthetic Russian speech (Festival with the voice msu_ru_nsh of Debian's festvox-ru), 5.3 s as samples;
 * `knownClipText` of the texts says what is said.
 */
export async function knownClip(): Promise<Uint8Array> {
  const file = await readFile(join(import.meta.dirname, 'known-clip.wav'))
  return file.subarray(HEADER_BYTES)
}

const CHECK_MS = 250
/** Pauses after five failures in a row. */
const PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 30_000
/** All that wait for a busy server should not come back at one moment. */
const SPREAD_MS = 1000
const LONGEST_BUSY_MS = 600_000

type Gate = {
  /** Whether a request may be sent now: the server has not asked us to wait, and the breaker is closed. */
  isOpen(): boolean
  /** Sends a request now. */
  send<Result>(request: () => Promise<Result>): Promise<Result>
  /** Resolves when the gate is open and `isReady` says so; throws `SpeechLost` after the deadline. */
  enter(isReady: () => Promise<boolean>, deadline: number, signal: AbortSignal): Promise<void>
}

/** Keeps requests back while the server does not answer or says that it is too busy. */
function createGate(): Gate {
  const breaker = breakerOf()
  let busyUntil = 0
  const isOpen = () => Date.now() >= busyUntil && !breaker.isPaused()
  return {
    isOpen,
    send: async (request) => {
      try {
        return await breaker.run(request)
      } catch (error) {
        if (error instanceof SpeechBusy) busyUntil = Math.max(busyUntil, Date.now() + waitMsOf(error))
        throw error
      }
    },
    enter: async (isReady, deadline, signal) => {
      while (!(isOpen() && (await isReady()))) {
        if (Date.now() >= deadline) throw new SpeechLost('unavailable')
        await sleep(CHECK_MS, undefined, { signal })
      }
    },
  }
}

const waitMsOf = ({ waitSeconds }: SpeechBusy) =>
  Math.min(waitSeconds * 1000 + Math.random() * SPREAD_MS, LONGEST_BUSY_MS)

const breakerOf = (): Breaker =>
  createBreaker({
    now: Date.now,
    judge: outcomeOf,
    paused: () => new SpeechLost('paused'),
    pauseMs: PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
  })

/** A busy server is alive; an aborted request says nothing. */
function outcomeOf(error: unknown): 'lost' | 'answered' | 'unknown' {
  if (!(error instanceof SpeechFailure)) return 'unknown'
  return error instanceof SpeechLost && !(error instanceof SpeechBusy) ? 'lost' : 'answered'
}
