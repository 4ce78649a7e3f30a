import { FixedAnswer } from './fixed-answers.ts'
import { handle, json, type Routes } from './http.ts'
import { Plan } from './modes.ts'
import type { State } from './state.ts'

/** Controls for tests: how to fail, what to answer, and what was asked. */
export function controlRoutes({ plans, journal, fixed }: State): Routes {
  const does = (work: () => void) => {
    work()
    return {}
  }
  return {
    'POST /control/fail': (call) => handle(call, Plan, (plan) => does(() => plans.add(plan))),
    'POST /control/answer': (call) => handle(call, FixedAnswer, (answer) => does(() => fixed.add(answer))),
    'GET /control/calls': () => json(200, { calls: journal.calls() }),
    'GET /control/lies': () => json(200, { lies: journal.lies() }),
    'POST /control/reset': () =>
      json(
        200,
        does(() => [plans, fixed, journal].forEach((one) => one.clear())),
      ),
  }
}
