import type * as z from 'zod'

import type { Answer } from './envelope.ts'
import type { BadAnswer } from './port.ts'

/** The object that a model was asked for, or why its answer cannot be used. */
export function readValue<T>(answer: Answer, reply: z.ZodType<T>): { value: T } | { problem: BadAnswer } {
  const problem = problemOf(answer)
  if (problem) return { problem }
  const found = findObject(answer.content)
  if (found === undefined) return { problem: 'noJson' }
  const read = reply.safeParse(found)
  return read.success ? { value: read.data } : { problem: 'wrongShape' }
}

function problemOf({ content, refusal, finish }: Answer): BadAnswer | undefined {
  if (refusal) return 'refused'
  if (finish === 'content_filter') return 'filtered'
  if (finish === 'length') return 'cutOff'
  return content.trim() ? undefined : 'empty'
}

/** The outermost object after any thoughts; nothing is repaired, because that would hide an answer that was cut off. */
function findObject(content: string): unknown {
  const said = content.slice(content.lastIndexOf('</think>') + 1)
  try {
    return JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as unknown
  } catch {
    return undefined
  }
}
