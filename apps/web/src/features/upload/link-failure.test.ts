import { describe, expect, it } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'

import { ProcessFailure } from './follow.ts'
import { linkFailure, linkFlaw } from './link-failure.ts'

const answer = (error: unknown) => new ApiError(422, { error, code: 'x', message: 'x' })

describe('a link', () => {
  it.each(['ftp://a.ru/x.mp3', 'a.ru/x.mp3', 'htt', 'javascript:alert(1)', 'https:/a.ru'])(
    'is invalid unless it begins with http:// or https://: %s [LINK-3]',
    (url) => {
      expect(linkFlaw(url)).toBe('invalidLink')
    },
  )

  it.each(['http://a.ru/x.mp3', 'https://a.ru', ' HTTPS://A.RU ', '', '  '])(
    'is not found fault with otherwise: «%s» [LINK-3]',
    (url) => {
      expect(linkFlaw(url)).toBeUndefined()
    },
  )

  const REASONS = [
    ['Link is unsupported', 'linkUnsupported'],
    ['Unsupported format video', 'linkUnsupported'],
    ['unsupported url: no access', 'linkUnsupported'],
    ['You have no permission', 'urlAccessDenied'],
    ['No access to the link', 'urlAccessDenied'],
    ['Link cannot be downloaded', 'errorOccurred'],
  ] as const
  it.each(REASONS)('that fails with «%s» is %s, at once or while it is downloaded [LINK-5]', (reason, code) => {
    expect(linkFailure(answer(reason))).toEqual({ code })
    expect(linkFailure(new ProcessFailure(reason))).toEqual({ code })
  })

  it.each([
    ['an object without a size', answer({ fileName: 'a.mp4' })],
    ['something that is no error of ours', answer(42)],
    ['a page of a proxy', new ApiError(502, '<html>')],
    ['no answer', new ApiError(0, null)],
    ['a mistake of the browser', new TypeError('x')],
    ['a process without a reason', new ProcessFailure(undefined)],
  ])('that fails with %s is errorOccurred [LINK-5]', (_, error) => {
    expect(linkFailure(error)).toEqual({ code: 'errorOccurred' })
  })

  it('to a file too big names the file and the largest size [LINK-5]', () => {
    const reason = { size: 842_000_000, fileName: 'Эфир.mp4', fileSize: 300_000_000 }
    const failure = {
      code: 'fileTooBig',
      file: { name: 'Эфир.mp4', size: 842_000_000, type: 'video' },
      maxSize: 300_000_000,
    }

    expect(linkFailure(answer(reason))).toEqual(failure)
    expect(linkFailure(new ProcessFailure(reason))).toEqual(failure)
  })
})
