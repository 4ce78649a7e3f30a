import { describe, expect, it } from 'vitest'

import { choose, digests, missingPaths } from './passed.ts'

const proofs = {
  chaos: { paths: ['apps/server/src/features/transcription/', 'apps/server/src/platform/jobs.ts'] },
  year: { paths: ['apps/server/src/features/billing/'] },
  long: {},
}

describe('a change chooses', () => {
  it.each([
    ['the proof of a changed folder', 'apps/server/src/features/transcription/tasks/prepare.ts', ['chaos']],
    ['the proof of a changed file', 'apps/server/src/platform/jobs.ts', ['chaos']],
    ['a changed proof', 'lab/proofs/year.ts', ['year']],
    ['a proof with a changed part', 'lab/proofs/year/world.ts', ['year']],
    ['no proof for a file that none depends on', 'apps/web/src/main.tsx', []],
    ['no proof for a test', 'apps/server/src/features/billing/ledger/ledger.test.ts', []],
    ['no proof for a document', 'apps/server/src/features/billing/README.md', []],
    ['no proof without a short form', 'lab/proofs/long.ts', []],
  ])('%s', (_, file, expected) => {
    expect(choose(proofs, [file])).toEqual(expected)
  })
})

it('finds paths of which nothing is left', () => {
  const files = ['apps/server/src/features/transcription/start.ts', 'apps/server/src/features/billing/index.ts']

  expect(missingPaths(proofs, files)).toEqual(['apps/server/src/platform/jobs.ts'])
})

it('digests the files of each proof that has a short form', () => {
  const found = digests(proofs)

  expect(Object.keys(found)).toEqual(['chaos', 'year'])
  expect(found.chaos).not.toBe(found.year)
})
