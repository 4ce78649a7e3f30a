import { askTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiError } from '#lib/http/api-error.ts'
import { askScript, type ScriptAnswer } from '#lib/queries/summaries.ts'

const SHORTEST = 3

export type Asking = {
  question: string
  setQuestion: (question: string) => void
  ask: () => void
  isAsking: boolean
  answer: ScriptAnswer | undefined
  problem: string | undefined
}

/** A question to the recording; the answer stays while other tabs are read. */
export function useAsk(scriptId: string): Asking {
  const [question, setQuestion] = useState('')
  const sent = useMutation({ mutationFn: (text: string) => askScript(scriptId, text) })
  const text = question.trim()
  return {
    question,
    setQuestion,
    ask: () => {
      if (text.length >= SHORTEST && !sent.isPending) sent.mutate(text)
    },
    isAsking: sent.isPending,
    answer: sent.data,
    problem: sent.error ? problemOf(sent.error) : undefined,
  }
}

/** Too many questions is the only refusal that patience mends. */
function problemOf(error: Error): string {
  return error instanceof ApiError && error.status === 429 ? askTexts.spent : askTexts.failed
}
