import { exportFormats } from '@doslovno/domain/export/export-transcript.ts'
import { describe, expect, it } from 'vitest'

import { memoryStorage } from '#lib/session/test-tokens.ts'

import { FORMATS, isSubtitles, recallChoice, rememberChoice } from './choice.ts'

describe('the choice of a download', () => {
  it('is among all formats there are [EXP-1]', () => {
    expect(FORMATS).toEqual(exportFormats)
    expect(FORMATS.filter(isSubtitles)).toEqual(['srt', 'vtt'])
  })

  it('is remembered', () => {
    const memory = memoryStorage({})
    const choice = { format: 'srt', speakers: false, timecodes: true } as const

    rememberChoice(memory, choice)

    expect(recallChoice(memory)).toEqual(choice)
  })

  it.each(['', '{', 'null', '{"format":"pdf","speakers":1}'])('is the first one when %j is kept', (kept) => {
    const memory = memoryStorage({ downloadChoice: kept })

    expect(recallChoice(memory)).toEqual({ format: 'docx', speakers: true, timecodes: true })
  })
})
