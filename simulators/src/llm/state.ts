import type { FixedAnswers } from './fixed-answers.ts'
import type { Journal } from './journal.ts'
import type { Plans } from './modes.ts'

/** Orders of tests, and the requests to the model. */
export type State = { plans: Plans; journal: Journal; fixed: FixedAnswers }
