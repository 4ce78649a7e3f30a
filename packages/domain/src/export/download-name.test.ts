import { describe, expect, it } from 'vitest'

import { createNames } from './download-name.ts'

describe('names in an archive', () => {
  it.each([
    ['Встреча.mp3', 'Встреча.mp3'],
    ['../../etc/passwd', 'etc passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['/absolute.wav', 'absolute.wav'],
    ['C:\\temp\\a.mp3', 'C temp a.mp3'],
    ['a\u202egpj.exe', 'a gpj.exe'],
    ['CON', 'file CON'],
    ['nul.txt', 'file nul.txt'],
    ['...', 'file'],
    ['', 'file'],
    ['name. ', 'name'],
    ['\u0000\u0007.mp3', 'mp3'],
  ])('make %j safe', (wished, name) => {
    expect(createNames()(wished)).toBe(name)
  })

  it('occur once, whatever their case', () => {
    const nameOf = createNames()

    expect(['a.mp3', 'A.mp3', 'a.mp3', 'a (2).mp3'].map(nameOf)).toEqual([
      'a.mp3',
      'A (2).mp3',
      'a (3).mp3',
      'a (2) (2).mp3',
    ])
  })

  it('are short enough for every file system, with their extension', () => {
    const name = createNames()(`${'я'.repeat(300)}.mp3`)

    expect(name).toBe(`${'я'.repeat(120)}.mp3`)
  })
})
