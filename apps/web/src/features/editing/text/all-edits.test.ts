import { expect, it } from 'vitest'

import { allEdits } from './all-edits.ts'

it('follows the pages of a history up to the version of the last one', async () => {
  const named = (name: string) => ({ kind: 'nameSpeaker' as const, speaker: { speakerId: 0, name } })
  const pages: Record<number, Awaited<ReturnType<typeof allEdits>>> = {
    3: { version: 6, operations: [named('a'), named('b')], next: 5 },
    5: { version: 7, operations: [named('c'), named('d')] },
  }

  const edits = await allEdits(async (after) => pages[after] ?? { version: 0, operations: [] }, 3)

  expect(edits).toEqual({ version: 7, operations: ['a', 'b', 'c', 'd'].map(named) })
})
