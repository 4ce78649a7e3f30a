import { type Item, itemsOf } from './answers.ts'
import type { Asked } from './chat-request.ts'
import type { FixedAnswer } from './fixed-answers.ts'
import { type Lie, lieAbout } from './lies.ts'
import type { Mode, Plan } from './modes.ts'
import { type Prompt, readPrompt } from './prompt.ts'
import type { Purpose } from './purpose.ts'
import { shapeOf } from './shape.ts'
import { inEnglish, spoilCites, spoilContent } from './spoil-items.ts'
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
