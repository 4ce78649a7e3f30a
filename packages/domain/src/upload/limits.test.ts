import { expect, it } from 'vitest'

import { ACCEPTED_MEDIA, DEFAULT_AREA_SIZE_MB, DEFAULT_FILE_SIZE_MB } from './limits.ts'

it.each([
  'video/mp4',
  'video/x-m4v',
  'video/quicktime',
  'video/x-matroska',
  '.mkv',
  'video/webm',
  'video/*',
  'audio/mpeg',
  'audio/wav',
  '.m4a',
  '.m4b',
  'audio/*',
])('the file picker offers %s [UP-3]', (type) => {
  expect(ACCEPTED_MEDIA).toContain(type)
})

it.each(['.ogg', '.opus', '.amr', '.3gp'])('the file picker offers voice messages too: %s [UP-3]', (type) => {
  expect(ACCEPTED_MEDIA).toContain(type)
})

it('a tariff without a limit allows 300 MB, and a drop area without a limit shows 1024 MB [UP-4]', () => {
  expect(DEFAULT_FILE_SIZE_MB).toBe(300)
  expect(DEFAULT_AREA_SIZE_MB).toBe(1024)
})
