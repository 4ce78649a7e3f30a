import { describe, expect, it } from 'vitest'

import { chooseNotes } from './material.ts'

const note = (part: number, weight: number, tokens = 10) => ({ part, weight, tokens })

describe('the choice of notes', () => {
  it('takes the heaviest until the tokens are used up, and keeps their order', () => {
    const notes = [note(0, 1), note(0, 3), note(0, 2), note(0, 3), note(0, 1)]

    expect(chooseNotes(notes, 30)).toEqual([notes[1], notes[2], notes[3]])
  })

  it('takes two of every part, even if they do not fit', () => {
    const notes = [note(0, 3), note(0, 3), note(0, 3), note(1, 1), note(1, 1), note(1, 1)]

    expect(chooseNotes(notes, 10).map(({ part }) => part)).toEqual([0, 0, 1, 1])
  })

  it('takes everything that fits', () => {
    expect(chooseNotes([note(0, 1), note(1, 1)], 100)).toHaveLength(2)
  })
})
