import type { Claim } from '@doslovno/domain/evidence/verdict.ts'

import { corruptDate } from './corrupt-dates.ts'
import { corruptNameToKnown, corruptNameToStranger, exchangeNames } from './corrupt-names.ts'
import { corruptNumber } from './corrupt-numbers.ts'
import { addNegation, exchangeNumbers, removeNegation, turnToOpposite } from './corrupt-sense.ts'
import { addInvented, changeCitation, changeSpeaker } from './corrupt-source.ts'
import type { Corrupt } from './corruption.ts'
import { seededRandom } from '#lab/random.ts'
import type { Talk } from './talks.ts'

const SEED = 'evidence'

const corruptions = {
  'half invented': [addInvented],
  number: [corruptNumber],
  date: [corruptDate],
  'unknown name': [corruptNameToStranger],
  'other speaker': [changeSpeaker],
  'name of the talk': [corruptNameToKnown],
  'negation added': [addNegation],
  'negation removed': [removeNegation],
  opposite: [turnToOpposite],
  'wrong citation': [changeCitation],
  'roles exchanged': [exchangeNames, exchangeNumbers],
} satisfies Record<string, Corrupt[]>

export type MadeKind = keyof typeof corruptions
export type Kind = 'invented' | MadeKind

/** `right`: the sentences that the true statement cites. */
export type Falsehood = { kind: Kind; claim: Claim; right: readonly number[] }

// Object.keys forgets the type of the keys.
const madeKinds = Object.keys(corruptions) as MadeKind[]
export const kinds: readonly Kind[] = ['invented', ...madeKinds]

/** Every false statement about a talk, by hand and made; always the same ones. */
export function falsehoodsOf(talk: Talk): Falsehood[] {
  const invented = talk.invented.map((claim) => ({ kind: 'invented' as const, claim, right: claim.cites }))
  return [...invented, ...madeKinds.flatMap((kind) => makeFalsehoods(kind, talk))]
}

function makeFalsehoods(kind: MadeKind, talk: Talk): Falsehood[] {
  return talk.truths.flatMap((truth) =>
    corruptions[kind]
      .flatMap((corrupt) => corrupt({ truth, talk, random: seededRandom(`${SEED} ${kind} ${truth.text}`) }))
      .map(({ text, cites, who }) => ({ kind, claim: { text, cites, who }, right: truth.cites })),
  )
}
