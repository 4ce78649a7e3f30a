import { describe, expect, it } from 'vitest'

import { assignSegments, NO_SPEAKER } from './assign-segments.ts'

const said = (start: number, end: number, speaker = NO_SPEAKER) => ({ start, end, speaker, text: '', words: [] })
const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker })
const speakersOf = (...given: Parameters<typeof assignSegments>) =>
  assignSegments(...given).map(({ speaker }) => speaker)

describe('segments of a draft', () => {
  it('have the speaker with the largest overlap', () => {
    expect(speakersOf([said(0, 10), said(10, 20)], [turn(0, 4, 0), turn(4, 17, 1), turn(17, 20, 0)])).toEqual([1, 1])
  })

  it('count all turns of a speaker together', () => {
    expect(speakersOf([said(0, 10)], [turn(0, 3, 0), turn(3, 7, 1), turn(7, 10, 0)])).toEqual([0])
  })

  it('have no speaker where nothing is diarised yet', () => {
    expect(speakersOf([said(0, 10), said(600, 610)], [turn(0, 10, 2)])).toEqual([2, NO_SPEAKER])
    expect(speakersOf([said(0, 10)], [])).toEqual([NO_SPEAKER])
  })

  it('take a near turn where none overlaps, and an overlap before a near turn', () => {
    expect(speakersOf([said(5, 6)], [turn(0, 4.5, 1), turn(9, 12, 0)])).toEqual([1])
    expect(speakersOf([said(5, 6)], [turn(0, 4.9, 1), turn(5.9, 9, 0)])).toEqual([0])
    expect(speakersOf([said(5, 6)], [turn(0, 3, 1), turn(8, 9, 0)])).toEqual([NO_SPEAKER])
  })

  it('wait for their own window at the end of another', () => {
    expect(speakersOf([said(590, 599), said(600.2, 610)], [turn(580, 600, 1)])).toEqual([1, NO_SPEAKER])
  })

  it('find a long turn behind a short one that began later', () => {
    expect(speakersOf([said(0, 2), said(20, 30)], [turn(0, 40, 0), turn(1, 2, 1)])).toEqual([0, 0])
  })

  it('are reassigned when speakers are numbered anew', () => {
    expect(speakersOf([said(0, 10, 0), said(10, 20, 1)], [turn(0, 10, 1), turn(10, 20, 0)])).toEqual([1, 0])
  })

  it('stay the same objects while their speakers stay the same', () => {
    const segments = [said(0, 10), said(10, 20)]

    const first = assignSegments(segments, [turn(0, 10, 0)])
    const second = assignSegments(first, [turn(0, 10, 0), turn(10, 20, 1)])

    expect(first[1]).toBe(segments[1])
    expect(second[0]).toBe(first[0])
    expect(second.map(({ speaker }) => speaker)).toEqual([0, 1])
  })
})
