import { command, question } from '#control.ts'
import type { Routes } from '#http.ts'

import { FixedAnswer } from './fixed-answers.ts'
import { Plan } from './modes.ts'
import type { State } from './state.ts'

/** Controls for tests: how to fail, what to answer, and what was asked. */
export function controlRoutes({ plans, journal, fixed }: State): Routes {
  const reset = () => [plans, fixed, journal].forEach((one) => one.clear())
  return {
    'POST /control/fail': command(Plan, (plan) => plans.add(plan)),
    'POST /control/answer': command(FixedAnswer, (answer) => fixed.add(answer)),
    'GET /control/calls': question(() => ({ calls: journal.calls() })),
    'GET /control/lies': question(() => ({ lies: journal.lies() })),
    'POST /control/reset': question(reset),
  }
}
