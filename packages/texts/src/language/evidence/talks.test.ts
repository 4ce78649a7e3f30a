import { checkStatement } from '@doslovno/domain/evidence/check-statement.ts'
import { prepareEvidence } from '@doslovno/domain/evidence/prepare.ts'
import type { Claim, Verdict } from '@doslovno/domain/evidence/verdict.ts'
import { describe, expect, it } from 'vitest'

import { russian } from '#test/russian.ts'
import { type Talk, talks } from '#test/talks.ts'

const evidenceOf = ({ sentences, names }: Talk) => prepareEvidence(sentences, names, russian)
const shareOf = (verdicts: readonly Verdict[], verdict: Verdict) =>
  verdicts.filter((one) => one === verdict).length / verdicts.length

function verdictsOf(claimsOf: (talk: Talk) => readonly Claim[]): Verdict[] {
  return talks.flatMap((talk) => {
    const evidence = evidenceOf(talk)
    return claimsOf(talk).map((claim) => checkStatement(claim, evidence, russian).verdict)
  })
}

describe('statements about the talks', () => {
  it('are never dropped if they are true', () => {
    expect(verdictsOf(({ right }) => right).filter((verdict) => verdict === 'dropped')).toEqual([])
  })

  it('are confirmed in 85 % of cases if they keep to the words of the talk', () => {
    const close = verdictsOf(({ right }) => right.filter(({ grade }) => grade === 'l'))

    expect(shareOf(close, 'confirmed')).toBeGreaterThanOrEqual(0.85)
  })

  it('are never confirmed if they are invented in the words of the talk', () => {
    expect(verdictsOf(({ invented }) => invented).filter((verdict) => verdict === 'confirmed')).toEqual([])
  })

  it('are never dropped if they are sentences of the transcript that cite themselves', () => {
    const dropped = talks.flatMap((talk) => {
      const evidence = evidenceOf(talk)
      return talk.sentences.filter(
        ({ text, speaker }, n) =>
          checkStatement({ text, cites: [n], who: [speaker] }, evidence, russian).verdict === 'dropped',
      )
    })

    expect(dropped).toEqual([])
  })
})
