import { checkStatement } from '@doslovno/domain/evidence/check-statement.ts'
import { prepareEvidence } from '@doslovno/domain/evidence/prepare.ts'
import { makeLanguage } from '@doslovno/domain/language/language.ts'
import { expect, it } from 'vitest'

import { russianTables } from '#language/russian.ts'
import { russian } from '#test/russian.ts'
import { talks } from '#test/talks.ts'

/** Three hours hold about 2,500 sentences. */
const TIMES = 15

it('costs a check no more words in three hours of speech than in ten minutes', () => {
  const sentences = talks.flatMap((talk) => talk.sentences)
  const long = Array.from({ length: TIMES }, () => sentences).flat()

  expect(long.length).toBeGreaterThan(2500)
  expect(stemsOfChecks(long)).toBe(stemsOfChecks(sentences))
})

/** Words stemmed while forty statements are checked. */
function stemsOfChecks(sentences: (typeof talks)[number]['sentences']): number {
  let stems = 0
  const stem = (word: string) => {
    stems += 1
    return russian.stem(word)
  }
  const language = makeLanguage(russianTables, { stem, isKnown: () => true })
  const evidence = prepareEvidence(sentences, new Map(), language)
  stems = 0
  for (const claim of talks[0]?.right ?? []) checkStatement(claim, evidence, language)
  return stems
}
