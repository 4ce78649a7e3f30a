import { cues } from '@doslovno/texts/summaries/simulated-model.ts'

import { type Item, itemsOf, tidy } from './answers.ts'
import { type Lie, lieAbout } from './lies.ts'
import type { Mode, Plan } from './modes.ts'
import { type Asked, type Prompt, readPrompt } from './prompt.ts'
import { keysOf, type Purpose } from './purpose.ts'
import type { FixedAnswer } from './state.ts'
import { write, type Written } from './writing.ts'

type Task = {
  purpose: Purpose
  asked: Asked
  fixed: FixedAnswer | undefined
  maxTokens: number
  /** Modes that spoil this answer, by group. */
  spoils: { answer: Plan[]; cites: Plan[]; content: Plan[]; lies: Plan[] }
}

/** Answers from the prompt alone: the same prompt, the same answer. */
export function answer({ purpose, asked, fixed, maxTokens, spoils }: Task): { written: Written; lies: Lie[] } {
  const mode = spoils.answer[0]?.mode as Mode<'answer'> | undefined
  if (fixed?.content !== undefined) return { written: { content: fixed.content, finish: 'stop' }, lies: [] }
  const schema = asked.named?.schema
  const prompt = readPrompt(asked.system, asked.prompt)
  const { items, lies } = spoil(itemsOf(purpose, prompt, schema), prompt, spoils)
  const value = fixed?.value ?? shapeOf(purpose, mode === 'english' ? inEnglish(items) : items, schema)
  return { written: write(value, mode, maxTokens), lies }
}

function spoil(made: Item[], prompt: Prompt, spoils: Task['spoils']): { items: Item[]; lies: Lie[] } {
  let [items, lies] = [made, [] as Lie[]]
  for (const plan of spoils.lies) {
    const told = lieAbout(plan, items, prompt)
    ;[items, lies] = [told.items, [...lies, ...told.lies]]
  }
  for (const { mode } of spoils.cites) items = spoilCites(mode as Mode<'cites'>, items, prompt)
  for (const { mode } of spoils.content) items = spoilContent(mode as Mode<'content'>, items, prompt)
  return { items, lies }
}

/** The object that the purpose's schema asks for. */
function shapeOf(purpose: Purpose, items: readonly Item[], schema: unknown): object {
  if (purpose === 'read')
    return { notes: items.map(({ text, kind, numbers, who, weight }) => ({ text, kind, cites: numbers, who, weight })) }
  if (purpose === 'about') return { topics: items.map(({ text, numbers }) => ({ text, notes: numbers })) }
  if (purpose === 'summary' || purpose === 'theses') return { sections: sectionsOf(items, keysOf(schema)) }
  if (purpose === 'reword') return { items: items.map(numbered) }
  if (purpose === 'titles') return { titles: items.map(numbered) }
  if (purpose === 'answer')
    return { answer: items.map(({ text, numbers }) => ({ text, cites: numbers })), isSaid: items.length > 0 }
  return { ok: true }
}

const numbered = ({ text, numbers }: Item) => ({ id: numbers[0] ?? 0, text })

const sectionsOf = (items: readonly Item[], keys: readonly string[]) =>
  (keys.length > 0 ? keys : ['main'])
    .map((key) => ({ key, items: items.filter(({ section }) => section === key).map(statement) }))
    .filter((section) => section.items.length > 0)

const statement = ({ text, numbers, who }: Item) => ({ text, notes: numbers, who })

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

const spoilCites = (mode: Mode<'cites'>, items: Item[], prompt: Prompt) => cites[mode](items, prompt)
const spoilContent = (mode: Mode<'content'>, items: Item[], prompt: Prompt) => content[mode](items, prompt)
const inEnglish = (items: Item[]): Item[] => items.map((item) => ({ ...item, text: ENGLISH }))
