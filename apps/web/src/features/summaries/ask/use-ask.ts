import { askTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiError } from '#lib/http/api-error.ts'
import { askScript, type ScriptAnswer } from '#lib/queries/summaries.ts'

const SHORTEST = 3

/** A question and its answer. */
export type Turn = { question: string; answer: ScriptAnswer }

export type Asking = {
  question: string
  setQuestion: (question: string) => void
  ask: () => void
  /** The question that waits for its answer. */
  asked: string | undefined
  /** Of this visit, oldest first. */
  turns: readonly Turn[]
  problem: string | undefined
}

/** Questions to the recording; they and their answers stay while other tabs are read. Each may refer to the one before. */
export function useAsk(scriptId: string): Asking {
  const [question, setQuestion] = useState('')
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const sent = useMutation({
    mutationFn: (text: string) => askScript(scriptId, text, turns.at(-1)?.question),
    onSuccess: (answer, text) => {
      setTurns([...turns, { question: text, answer }])
      setQuestion((now) => (now.trim() === text ? '' : now))
    },
  })
  const text = question.trim()
  return {
    question,
    setQuestion,
    ask: () => {
      if (text.length >= SHORTEST && !sent.isPending) sent.mutate(text)
    },
    asked: sent.isPending ? sent.variables : undefined,
    turns,
    problem: sent.error ? problemOf(sent.error) : undefined,
  }
}

/** Too many questions is the only refusal that patience mends. */
function problemOf(error: Error): string {
  return error instanceof ApiError && error.status === 429 ? askTexts.spent : askTexts.failed
}
