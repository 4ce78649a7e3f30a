import type { Check, Claim } from '@doslovno/domain/evidence/verdict.ts'

import type { Talk } from './talks.ts'

/** What the bench measures: a statement about a talk gets a verdict and the sentences that carry it. */
export type Checker = (claim: Claim, talk: Talk) => Pick<Check, 'verdict' | 'anchors'>
