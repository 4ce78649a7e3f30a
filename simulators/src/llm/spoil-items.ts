import { cues } from '@doslovno/texts/summaries/simulated-model.ts'

import type { Item } from './answers.ts'
import type { Mode } from './modes.ts'
import type { Prompt } from './prompt.ts'
import { tidy } from './words.ts'

type Spoil = (items: Item[], prompt: Prompt) => Item[]

/** How wrong citations look. */
const cites: Record<Mode<'cites'>, Spoil> = {
  unknownIds: (items) => items.map((item) => ({ ...item, numbers: [90_001, -3] })),
  offByTwo: (items) => items.map((item) => ({ ...item, numbers: item.numbers.map((one) => Number(one) + 2) })),
  ranges: (items) =>
    items.map((item) => ({ ...item, numbers: item.numbers.map((one) => `${one}-${Number(one) + 2}`) })),
  noCites: (items) => items.map((item) => ({ ...item, numbers: [] })),
}

/** Signs that a page must never obey: HTML, Markdown, a link, zero-width and bidi characters. */
export const MARKUP =
  '<img src=x onerror=alert(1)> **!** ![x](https://evil.example/p.png) [y](https://evil.example) `z`\u200b\u202e'

const ENGLISH = 'The participants agreed on the budget and on the schedule of the release.'
const LONG_CHARACTERS = 1000
const LEAKED_CHARACTERS = 300

const content: Record<Mode<'content'>, Spoil> = {
  markup: (items) => items.map((item) => ({ ...item, text: `${item.text} ${MARKUP}` })),
  injected: (items, prompt) => obeyed(items, prompt),
  leak: (items, { system }) => items.map((item) => ({ ...item, text: system.slice(0, LEAKED_CHARACTERS) })),
  doubles: (items) => items.flatMap((item) => [item, { ...item, text: `${item.text.replace(/\.$/, '')}!` }]),
  long: (items) =>
    items.map((item) => ({ ...item, text: `${item.text} `.repeat(1 + LONG_CHARACTERS / (item.text.length + 1)) })),
}

/** Does what the first sentence with an order in it asks for. */
function obeyed(items: Item[], { sentences }: Prompt): Item[] {
  const ordered = sentences.find(({ text }) => cues.order.test(text))
  const words = cues.order.exec(ordered?.text ?? '')?.[1]
  const [first, ...rest] = items
  if (!ordered || !words || !first) return items
  return [{ ...first, text: tidy(words), numbers: [ordered.number] }, ...rest]
}

export const spoilCites = (mode: Mode<'cites'>, items: Item[], prompt: Prompt) => cites[mode](items, prompt)
export const spoilContent = (mode: Mode<'content'>, items: Item[], prompt: Prompt) => content[mode](items, prompt)
export const inEnglish = (items: Item[]): Item[] => items.map((item) => ({ ...item, text: ENGLISH }))
