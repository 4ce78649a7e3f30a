import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import type { Hear, HeardWord } from '@doslovno/simulators/speech/hear.ts'
import { knownClipText } from '@doslovno/texts/language/phantoms.ts'

import { knownClip } from '#adapters/speech/remote/server.ts'

const WORD_SECONDS = 0.5
const vocabulary =
  'договор завтра подпишем утром склад готов машина придёт поздно вечером цена выросла немного клиент согласен ждать письмо отправим сегодня отчёт сдадим в пятницу новый офис рядом с метро кофе закончился'.split(
    ' ',
  )

const clipBytes = (await knownClip()).byteLength

/** Hears the test clip, and in any other sound a word every half second: an engine that costs nothing. */
export const hear: Hear = async ({ pcm, language = 'ru' }) => {
  const count = Math.floor(pcm.byteLength / BYTES_PER_SECOND / WORD_SECONDS)
  // Another language has other words.
  const first = language === 'ru' ? 0 : 1
  const words = Array.from({ length: count }, (_, index) => wordAt(first + index))
  return { words: (pcm.byteLength === clipBytes ? knownClipText.split(' ') : words).map(timed), language }
}

/** In an order that no loop filter takes for a loop. */
const wordAt = (index: number) => vocabulary[(index * index * 7 + index * 3) % vocabulary.length] ?? ''

const timed = (text: string, index: number): HeardWord => ({
  text,
  start: index * WORD_SECONDS,
  end: (index + 0.9) * WORD_SECONDS,
})
