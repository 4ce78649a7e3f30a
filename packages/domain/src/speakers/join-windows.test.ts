import { describe, expect, it } from 'vitest'

import { type MediaType, mediaTypes } from '#upload/options.ts'

import { joinWindows, type TimedWindow, type SpeakersHint } from './join-windows.ts'

/** Voices that are easy to distinguish: each points its own way, a little off. */
const voice = (who: number, seconds: number, off = 0) => ({
  embedding: [0, 1, 2, 3, 4, 5].map((way) => (way === who ? 1 : off)),
  seconds,
})
const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker })

const two: TimedWindow[] = [
  {
    startSeconds: 0,
    turns: [turn(1, 100, 0), turn(100, 180, 1), turn(180, 280, 0)],
    voices: [voice(2, 199), voice(0, 80)],
  },
  {
    startSeconds: 300,
    turns: [turn(0, 90, 0), turn(90, 250, 1)],
    voices: [voice(0, 90, 0.1), voice(2, 160, 0.1)],
  },
]

const join = (windows: readonly TimedWindow[], speakers: SpeakersHint = -2) =>
  joinWindows(windows, { threshold: 0.25, speakers })
const count = (windows: readonly TimedWindow[], speakers: SpeakersHint) =>
  new Set(join(windows, speakers).map((one) => one.speaker)).size

describe('joining windows', () => {
  it('gives turns of the whole recording, similar voices as one speaker, numbered by appearance', () => {
    expect(join(two)).toEqual([
      turn(1, 100, 0),
      turn(100, 180, 1),
      turn(180, 280, 0),
      turn(300, 390, 1),
      turn(390, 550, 0),
    ])
  })

  it('folds a barely heard voice into the most similar one', () => {
    const phantom = {
      startSeconds: 600,
      turns: [turn(0, 5, 0), turn(5, 6, 1)],
      voices: [voice(0, 5), voice(5, 1, 0.3)],
    }

    expect(count([...two, phantom], -2)).toBe(2)
  })

  it('distinguishes two similar voices with little speech, though one window confuses them', () => {
    const one = { embedding: [1, 0], seconds: 10 }
    const other = { embedding: [0.64, 0.77], seconds: 10 }
    const apart = (startSeconds: number): TimedWindow => ({
      startSeconds,
      turns: [turn(0, 10, 0), turn(10, 20, 1)],
      voices: [one, other],
    })
    const mixed = { startSeconds: 600, turns: [turn(0, 20, 0)], voices: [{ embedding: [0.9, 0.43], seconds: 20 }] }

    expect(count([0, 1200, 1800, 2400].map(apart).toSpliced(1, 0, mixed), -2)).toBe(2)
  })

  it('gives the hinted number of speakers if there are enough voices [UP-7]', () => {
    const four = { startSeconds: 0, turns: [0, 1, 2, 3].map((who) => turn(who * 50, who * 50 + 50, who)) }
    const different = [{ ...four, voices: [0, 1, 2, 3].map((who) => voice(who, 50)) }]
    const alike = [{ ...four, voices: [voice(0, 50), voice(0, 50, 0.1), voice(0, 50, 0.2), voice(1, 50)] }]

    expect(([1, 2, 3, 4] as const).map((hint) => count(different, hint))).toEqual([1, 2, 3, 4])
    expect(count(alike, -2)).toBe(2)
    expect(([2, 3, 4] as const).map((hint) => count(alike, hint))).toEqual([2, 3, 4])
    expect(count(alike, -1)).toBe(4)
  })

  it('expects one voice in a lecture and two in an interview where no number is chosen [UP-7]', () => {
    const lecture: TimedWindow = {
      startSeconds: 0,
      turns: [turn(0, 560, 0), turn(560, 600, 1)],
      voices: [voice(0, 560), voice(1, 40)],
    }
    const similar: TimedWindow = {
      startSeconds: 0,
      turns: [turn(0, 300, 0), turn(300, 600, 1)],
      voices: [voice(0, 300), voice(0, 300, 0.2)],
    }
    const speakersIn = (window: TimedWindow, mediaType: MediaType, speakers: SpeakersHint = -2) =>
      new Set(joinWindows([window], { threshold: 0.25, speakers, mediaType }).map((one) => one.speaker)).size

    expect(mediaTypes.map((type) => [type, speakersIn(lecture, type), speakersIn(similar, type)])).toEqual([
      ['interview', 2, 2],
      ['lection', 1, 1],
      ['talking', 2, 2],
      ['meeting', 2, 2],
      ['other', 2, 1],
    ])
    expect([speakersIn(lecture, 'lection', 2), speakersIn(similar, 'interview', 1)]).toEqual([2, 1])
  })

  it('keeps a barely heard voice if the hint asks for it [UP-7]', () => {
    const brief = {
      startSeconds: 0,
      turns: [turn(0, 600, 0), turn(600, 603, 1), turn(603, 604, 2)],
      voices: [voice(0, 600), voice(1, 3), voice(2, 1)],
    }

    expect(([-2, 1, 2, 3] as const).map((hint) => count([brief], hint))).toEqual([1, 1, 2, 3])
  })

  it('gives at least five speakers for the hint «five or more» [UP-7]', () => {
    const turns = [0, 1, 2, 3, 4, 5].map((who) => turn(who * 50, who * 50 + 50, who))
    const alike = [0, 0, 0, 1, 1, 2].map((who, index) => voice(who, 50, index / 50))

    expect(count([{ startSeconds: 0, turns, voices: alike }], -2)).toBe(3)
    expect(count([{ startSeconds: 0, turns, voices: alike }], -1)).toBe(5)
  })

  it('returns no turns without speech', () => {
    expect(join([{ startSeconds: 0, turns: [], voices: [] }])).toEqual([])
    expect(join([])).toEqual([])
  })

  it('joins the windows of twelve hours', () => {
    const many = Array.from({ length: 72 }, (_, index) => ({
      startSeconds: index * 600,
      turns: [0, 1, 2, 3, 4, 5].map((who) => turn(who * 100, who * 100 + 100, who)),
      voices: [0, 1, 2, 3, 4, 5].map((who) => voice((who + index) % 6, 100, (index % 5) / 40)),
    }))

    expect(count(many, -2)).toBe(6)
  })
})
