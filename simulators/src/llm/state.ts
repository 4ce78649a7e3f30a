import type { FixedAnswers } from './fixed-answers.ts'
import type { Journal } from './journal.ts'
import type { Plans } from './modes.ts'

/** What tests asked for, and what was asked of the model. */
export type State = { plans: Plans; journal: Journal; fixed: FixedAnswers }
