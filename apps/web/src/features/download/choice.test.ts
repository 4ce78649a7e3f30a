import { exportFormats } from '@doslovno/domain/export/formats.ts'
import { describe, expect, it } from 'vitest'

import { stubStorage } from '#test/session.ts'

import { isSubtitles, lastChoice } from './choice.ts'

describe('the choice of a download', () => {
  it('has times in subtitles always [EXP-2]', () => {
    expect(exportFormats.filter(isSubtitles)).toEqual(['vtt', 'srt'])
  })

  it('is remembered', () => {
    stubStorage()
    const choice = {
      format: 'srt',
      view: 'clean',
      speakers: false,
      timecodes: true,
      outline: true,
      unheard: false,
    } as const

    lastChoice.remember(choice)

    expect(lastChoice.recall()).toEqual(choice)
  })

  it.each(['', '{', 'null', '{"format":"pdf","view":"short","speakers":1}'])(
    'falls back to the default when %j is stored',
    (kept) => {
      stubStorage({ downloadChoice: kept })

      expect(lastChoice.recall()).toEqual({
        format: 'docx',
        view: 'verbatim',
        speakers: true,
        timecodes: true,
        outline: false,
        unheard: true,
      })
    },
  )
})
