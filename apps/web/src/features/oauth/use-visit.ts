import { listProviders, type Provider } from '@doslovno/contract/account/providers.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { call } from '#lib/api/current.ts'

import { takeAnswer } from './answer.ts'
import { type Problem, visitProvider } from './visit.ts'

/** Runs the popup's visit once, even if React mounts the page twice; returns the reason if it ends here. */
export function useVisit(type: Provider, navigate: (href: string) => void): Problem | undefined {
  const [problem, setProblem] = useState<Problem>()
  const hasBegun = useRef(false)
  const begin = useEffectEvent(async () => {
    if (hasBegun.current) return
    hasBegun.current = true
    const answer = takeAnswer(type)
    const deps = { answer, listProviders: () => call(listProviders, {}), storage: sessionStorage, window, navigate }
    setProblem(await visitProvider(type, deps))
  })
  useEffect(() => void begin(), [])
  return problem
}
