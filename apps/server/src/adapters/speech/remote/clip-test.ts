import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { plainWords } from '@doslovno/domain/transcript/plain-words.ts'
import { knownClipText } from '@doslovno/texts/language/known-clip.ts'

import { knownClip } from '#adapters/speech/known-clip.ts'
import { SpeechFailure, SpeechLost, SpeechRefused } from '#adapters/speech/port.ts'

import { readAnswer } from './answer.ts'
import type { Transcribe } from './request.ts'

const LONGEST_MS = 60_000
/** Of the words that are said; the smallest models hear more. */
const WANTED_SHARE = 1 / 3

/**
 * Lets the server hear a known clip. Throws a `SpeechFailure` unless its words come with times, in order, inside the
 * clip, and are those that are said.
 */
export async function testWithClip(transcribe: Transcribe): Promise<void> {
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
