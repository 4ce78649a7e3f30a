import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import { hasLoop, wordsBeforeLoop } from '@doslovno/domain/speech/loops.ts'
import { canBeSpeech, soundOf } from '@doslovno/domain/speech/sound.ts'
import { judge } from '@doslovno/domain/speech/verdict.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { phantoms } from '@doslovno/texts/language/phantoms.ts'

import { cut } from '#adapters/speech/samples.ts'

/** Words on both sides of a longer pause are judged apart, and so are longer stretches. */
const PAUSE_SECONDS = 1
const LONGEST_SECONDS = 14
/** Of the sound around a stretch: its pauses show what is behind the speech. */
const AROUND_SECONDS = 1

/**
 * Drops what a recogniser invents, by the rules for words of local models that need no second decoding: no words where
 * there is no sound, no remarks and credits, nothing after a loop.
 */
export function withoutInventions(words: readonly Word[], samples: Float32Array): Word[] {
  return stretchesOf(words).flatMap((stretch) => trusted(stretch, samples))
}

function stretchesOf(words: readonly Word[]): Word[][] {
  const stretches: Word[][] = []
  for (const word of words) {
    const current = stretches.at(-1)
    const isNear = current && word.start - (current.at(-1)?.end ?? 0) < PAUSE_SECONDS
    if (isNear && word.end - (current[0]?.start ?? 0) <= LONGEST_SECONDS) current.push(word)
    else stretches.push([word])
  }
  return stretches
}

function trusted(words: Word[], samples: Float32Array): Word[] {
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0]
  const around = { start: Math.max(0, start - AROUND_SECONDS), end: end + AROUND_SECONDS }
  const sound = soundOf(cut(samples, around))
  if (!canBeSpeech(sound)) return []
  const tokens = words.map((word) => ({
    text: ` ${word.text}`,
    start: word.start - start,
    duration: word.end - word.start,
    confidence: word.confidence,
  }))
  const seconds = Math.min(end, samples.length / SAMPLE_RATE) - start
  const verdict = judge({ tokens, hasDurations: true, seconds, sound, phantoms })
  if (verdict === 'invented') return []
  const texts = words.map((word) => word.text)
  return hasLoop(texts) ? words.slice(0, wordsBeforeLoop(texts)) : words
}
