import type { Claim } from '@doslovno/domain/evidence/verdict.ts'

import type { Random } from '#lab/random.ts'
import type { Talk, TrueStatement } from './talks.ts'

/** Makes false statements of a true one; none if it has nothing to corrupt. */
export type Corrupt = (on: { truth: TrueStatement; talk: Talk; random: Random }) => Claim[]
