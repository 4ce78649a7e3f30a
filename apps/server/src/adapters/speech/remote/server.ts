import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'

import { SpeechFailure, SpeechLost, SpeechRefused } from '#adapters/speech/port.ts'
import type { RemoteSpeechConfig } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import { speechRequests } from '#platform/telemetry.ts'

import { readAnswer, type Transcription } from './answer.ts'
import { testWithClip } from './clip-test.ts'
import { createGate } from './gate.ts'
import { createTranscribe, type Piece, SpeechBusy, SpeechMisconfigured } from './request.ts'
import { createTrust } from './trust.ts'

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
