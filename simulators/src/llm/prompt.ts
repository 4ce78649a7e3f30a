import { createHash } from 'node:crypto'

import { schemaNotePattern } from '@doslovno/texts/summaries/model.ts'
import * as z from 'zod'

import type { NamedSchema } from './purpose.ts'

export type Sentence = { number: number; letter: string; text: string }
export type Note = { number: number; who: string[]; text: string; sentences: Sentence[] }

/** A prompt as the simulated model understands it. */
export type Prompt = {
  system: string
  /** Everything around the data. */
  frame: string
  sentences: Sentence[]
  notes: Note[]
  /** Names the prompt whatever its nonce: the same text, the same answer. */
  key: string
}

const MARKED = /⟦(\p{L}+)⟧([\s\S]*)⟦\/\1⟧/u

/** Splits a schema off a prompt that carries it as text. */
function splitSchema(prompt: string): { prompt: string; named?: NamedSchema } {
  const [whole, name, schema] = schemaNotePattern.exec(prompt) ?? []
  if (whole === undefined || name === undefined) return { prompt }
  return { prompt: prompt.slice(0, -whole.length), named: { name, schema: JSON.parse(schema ?? '{}') as unknown } }
}

export function readPrompt(system: string, prompt: string): Prompt {
  const [marked = '', nonce = '', data = prompt] = MARKED.exec(prompt) ?? []
  const plain = nonce ? `${system}\n${prompt}`.replaceAll(nonce, '') : `${system}\n${prompt}`
  return {
    system,
    frame: prompt.replace(marked, ''),
    sentences: data.split('\n').flatMap(sentencesOf),
    notes: notesOf(data),
    key: createHash('sha256').update(plain).digest('hex'),
  }
}

/** A turn: a letter, then numbered sentences. */
function sentencesOf(line: string): Sentence[] {
  const letter = /^\s*(\p{L}\d*):/u.exec(line)?.[1] ?? ''
  const pieces = line.split(/\[(\d+)\]/)
  return pieces.flatMap((piece, index) =>
    index % 2 === 1 ? [{ number: Number(piece), letter, text: (pieces[index + 1] ?? '').trim() }] : [],
  )
}

/** Numbered notes or statements, with the sentences that stand under each. */
function notesOf(data: string): Note[] {
  const pieces = data.split(/^\s*\{(\d+)\}/mu)
  return pieces.flatMap((piece, index) => (index % 2 === 1 ? [noteOf(Number(piece), pieces[index + 1] ?? '')] : []))
}

function noteOf(number: number, body: string): Note {
  const [head = '', ...rest] = body.split('\n')
  const fields = head.split(' · ').map((field) => field.trim())
  const who = fields.slice(0, -1).find((field) => /^\p{Lu}\d*(, ?\p{Lu}\d*)*$/u.test(field)) ?? ''
  return {
    number,
    who: who.split(/, ?/).filter(Boolean),
    text: (fields.at(-1) ?? '').replace(/^\?\s*/, ''),
    sentences: rest.flatMap(sentencesOf),
  }
}

export const ChatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
  response_format: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('json_schema'), json_schema: z.object({ name: z.string(), schema: z.unknown() }) }),
      z.object({ type: z.literal('json_object') }),
    ])
    .optional(),
  max_tokens: z.int().optional(),
  max_completion_tokens: z.int().optional(),
  temperature: z.number().optional(),
})
export type ChatRequest = z.infer<typeof ChatRequest>

/** The texts of a request without a schema in them, and the schema wherever it stood. */
export function readMessages({ messages, response_format }: ChatRequest): Asked {
  const textOf = (role: string) => messages.flatMap((one) => (one.role === role ? [one.content] : [])).join('\n')
  const { prompt, named } = splitSchema(textOf('user'))
  const sent = response_format?.type === 'json_schema' ? response_format.json_schema : named
  return { system: textOf('system'), prompt, named: sent }
}

export type Asked = { system: string; prompt: string; named: NamedSchema | undefined }
