import { errorCodes, errors } from '@doslovno/domain/errors.ts'
import { describe, expect, it } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'
import { refused } from '#test/refusal.ts'

import { ProcessFailure } from './follow.ts'
import { linkFailure, linkFlaw } from './link-failure.ts'

const answer = (error: unknown) => new ApiError(422, { error, code: 'fileTooBig', message: 'x' })

describe('a link', () => {
  it.each(['ftp://a.ru/x.mp3', 'a.ru/x.mp3', 'htt', 'javascript:alert(1)', 'https:/a.ru'])(
    'is invalid unless it begins with http:// or https://: %s [LINK-3]',
    (url) => {
      expect(linkFlaw(url)).toBe('invalidLink')
    },
  )

  it.each(['http://a.ru/x.mp3', 'https://a.ru', ' HTTPS://A.RU ', '', '  '])(
    'is accepted otherwise: «%s» [LINK-3]',
    (url) => {
      expect(linkFlaw(url)).toBeUndefined()
    },
  )

  const REASONS = [
    ['linkUnsupported', 'Link is unsupported', 'linkUnsupported'],
    ['unsupportedFormat', 'Unsupported format video', 'linkUnsupported'],
    ['linkAccessDenied', 'No access to the link', 'urlAccessDenied'],
    ['linkFailed', 'Link cannot be downloaded', 'errorOccurred'],
  ] as const
  it.each(REASONS)('that fails with %s, «%s», is %s, at once or during the download [LINK-5]', (code, text, flaw) => {
    expect(errors[code].message).toBe(text)
    expect(linkFailure(refused(code))).toEqual({ code: flaw })
    expect(linkFailure(new ProcessFailure({ errorCode: code }))).toEqual({ code: flaw })
  })

  // The sources match words in the wire text; the codes must lead to the same results.
  it.each(errorCodes)('that fails with %s is as the words of its wire text say [LINK-5]', (code) => {
    const text = errors[code].message
    const denied = /permission|access/i.test(text) ? 'urlAccessDenied' : 'errorOccurred'

    expect(linkFailure(refused(code))).toEqual({ code: /unsupported/i.test(text) ? 'linkUnsupported' : denied })
  })

  it.each([
    ['an object without a size', answer({ fileName: 'a.mp4' })],
    ['something that is no error of ours', answer(42)],
    ['a page of a proxy', new ApiError(502, '<html>')],
    ['no answer', new ApiError(0, null)],
    ['a mistake of the browser', new TypeError('x')],
    ['a process without a reason', new ProcessFailure({})],
  ])('is errorOccurred after %s [LINK-5]', (_, error) => {
    expect(linkFailure(error)).toEqual({ code: 'errorOccurred' })
  })

  it('has the name and the largest size for a file too big [LINK-5]', () => {
    const reason = { size: 842_000_000, fileName: 'Эфир.mp4', fileSize: 300_000_000 }
    const failure = {
      code: 'fileTooBig',
      file: { name: 'Эфир.mp4', size: 842_000_000, type: 'video' },
      maxSize: 300_000_000,
    }

    expect(linkFailure(answer(reason))).toEqual(failure)
    expect(linkFailure(new ProcessFailure({ error: reason, errorCode: 'fileTooBig' }))).toEqual(failure)
  })
})
