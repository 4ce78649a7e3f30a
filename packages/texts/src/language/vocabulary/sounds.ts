import { plainForm } from '@doslovno/domain/transcript/plain-words.ts'

const LATIN_GROUPS: readonly (readonly [RegExp, string])[] = [
  [/sch|sh/gu, 'ш'],
  [/ch/gu, 'ч'],
  [/th/gu, 'т'],
  [/ph/gu, 'ф'],
  [/ck/gu, 'к'],
  [/ee/gu, 'и'],
  [/oo/gu, 'у'],
  [/qu/gu, 'кв'],
  [/x/gu, 'кс'],
  [/c(?=[eiy])/gu, 'с'],
  [/g(?=[ei])|j/gu, 'дж'],
]
const LATIN = 'abcdefghiklmnopqrstuvwyz'
const CYRILLIC = 'абкдефгхиклмнопкрстуввиз'

const VOICED = 'бвгджз'
const VOICELESS = 'пфктшс'
/** Consonants that make the one before them voiced, and voiceless. */
const MAKE_VOICED = /[бгджз]/u
const MAKE_VOICELESS = /[пфктшсхцчщ]/u
/** Vowels as they sound without stress. */
const UNSTRESSED = new Map('оа еи эи ыи юу'.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]))

/** How a Russian word sounds, roughly; Latin letters are read as Russian ones. */
export function russianSoundsOf(word: string): string {
  const letters = Array.from(
    inCyrillic(plainForm(word))
      .replace(/[^а-я]/gu, '')
      .replace(/тьс|тс|дс|тц|дц/gu, 'ц')
      .replace(/сч|зч|жч|сщ|зщ|шч/gu, 'щ')
      .replace(/стн/gu, 'сн')
      .replace(/здн/gu, 'зн')
      .replace(/[ьъ]/gu, '')
      .replace(/(.)\1+/gu, '$1'),
  )
  const sounds = letters.reduceRight<string>((after, letter) => soundOf(letter, after.charAt(0)) + after, '')
  return sounds.replace(/(.)\1+/gu, '$1')
}

/** A consonant takes the voice of the sound after it; at the end it has none. */
function soundOf(letter: string, after: string): string {
  const voiced = VOICED.indexOf(letter)
  if (voiced !== -1 && (after === '' || MAKE_VOICELESS.test(after))) return VOICELESS.charAt(voiced)
  const voiceless = VOICELESS.indexOf(letter)
  if (voiceless !== -1 && MAKE_VOICED.test(after)) return VOICED.charAt(voiceless)
  return UNSTRESSED.get(letter) ?? letter
}

function inCyrillic(word: string): string {
  if (!/[a-z]/u.test(word)) return word
  const grouped = LATIN_GROUPS.reduce((text, [pattern, sound]) => text.replace(pattern, sound), word)
  return grouped.replace(/[a-z]/gu, (letter) => CYRILLIC.charAt(LATIN.indexOf(letter)))
}
