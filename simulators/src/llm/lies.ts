import { cues, lies as words } from '@doslovno/texts/summaries/simulated-model.ts'

import { chance, type Item } from './answers.ts'
import type { Mode, Plan } from './modes.ts'
import type { Prompt } from './prompt.ts'

/** A statement that was made false, for tests that look for it. */
export type Lie = { mode: Mode<'lies'>; truth: string; text: string }

/** Turns an item into a lie; an equal item means that nothing in it can be changed so. */
type Twist = (item: Item, prompt: Prompt) => Partial<Item>

const twists: Record<Mode<'lies'>, Twist> = {
  'lies:number': ({ text }) => ({
    text: swapped(
      text.replace(cues.number, (digits) => String(Number(digits) + 7)),
      words.numerals,
      text,
    ),
  }),
  'lies:date': ({ text }) => ({ text: swapped(text, words.dates, text) }),
  'lies:name': ({ text }) => ({ text: text.replace(/(?<=[^.!?] )\p{Lu}\p{Ll}{2,}/u, words.stranger) }),
  'lies:negation': ({ text }) => ({ text: negated(text) }),
  'lies:opposite': ({ text }) => ({ text: swapped(text, words.opposites, text) }),
  'lies:speaker': ({ who }, { sentences }) => ({
    who: [sentences.find(({ letter }) => letter && !who.includes(letter))?.letter ?? who[0] ?? ''].filter(Boolean),
  }),
  'lies:citation': ({ numbers }, prompt) => ({ numbers: [farFrom(Number(numbers[0]), prompt)] }),
  'lies:clause': ({ text }) => ({ text: text.replace(/[.!?…]*$/, `${words.clause}.`) }),
  'lies:invented': () => ({ text: words.invented }),
}

/** Makes a share of the items false; which ones, only their texts and the prompt decide. */
export function lieAbout({ mode, share }: Plan, items: Item[], prompt: Prompt): { items: Item[]; lies: Lie[] } {
  const twist = twists[mode as Mode<'lies'>]
  const told = items.map((item) => {
    if (chance(mode, prompt.key, item.text) >= share) return item
    const lie = { ...item, ...twist(item, prompt) }
    return JSON.stringify(lie) === JSON.stringify(item) ? item : lie
  })
  const lies = told.flatMap((lie, index) => {
    const truth = items[index]
    return truth && truth !== lie ? [{ mode: mode as Mode<'lies'>, truth: truth.text, text: lie.text }] : []
  })
  return { items: told, lies }
}

/** Exchanges the first word of the list that occurs, unless the text was changed already. */
function swapped(text: string, pairs: readonly (readonly [string, string])[], original: string): string {
  if (text !== original) return text
  const isIn = (word: string) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu')
  const pair = pairs
    .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
    .find(([word]) => isIn(word).test(text))
  return pair ? text.replace(isIn(pair[0]), pair[1]) : text
}

/** Takes away the first negation, or negates the first word that looks like a verb. */
function negated(text: string): string {
  const without = text.replace(new RegExp(`(?<!\\p{L})${words.not} `, 'u'), '')
  if (without !== text) return without
  const verb = text.split(' ').find((word, index) => index > 0 && cues.verb.test(word.replace(/[^\p{L}]/gu, '')))
  return verb ? text.replace(` ${verb}`, ` ${words.not} ${verb}`) : text
}

/** The number of a sentence or note as far away as can be. */
function farFrom(number: number, { sentences, notes }: Prompt): number {
  const numbers = (notes.length > 0 ? notes : sentences).map((one) => one.number)
  return numbers.toSorted((one, other) => Math.abs(other - number) - Math.abs(one - number))[0] ?? number
}
