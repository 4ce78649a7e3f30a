import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { fileIn, headOf, largestIn } from './left-behind.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'left-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the files yt-dlp left behind', () => {
  it('include one complete file among partial ones', async () => {
    for (const name of ['media.mp4.part', 'media.mp4.part-Frag1', 'media.mp4.ytdl', 'media.m4a', 'other.mp4'])
      writeFileSync(join(folder, name), name)

    expect(await fileIn(folder)).toBe(join(folder, 'media.m4a'))
    expect((await headOf(join(folder, 'media.m4a'))).toString()).toBe('media.m4a')
    expect(await largestIn(folder)).toBe('media.mp4.part-Frag1'.length)
  })

  it('never include a symlink or a folder', async () => {
    symlinkSync('/etc/passwd', join(folder, 'media.mp4'))
    symlinkSync('media.mp4', join(folder, 'media.mkv'))
    mkdirSync(join(folder, 'media.mp3'))

    expect(await fileIn(folder)).toBeUndefined()
    expect(await largestIn(folder)).toBeLessThan(10_000)
  })

  it('are none in an empty folder', async () => {
    expect([await fileIn(folder), await largestIn(folder)]).toEqual([undefined, 0])
  })
})
