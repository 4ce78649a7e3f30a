import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { borrow } from './suites.ts'

type Call = { args: readonly string[]; sources: string }

/** Plays apt-get: knows a mirror, downloads by making a file, remembers what it was asked. */
function playAptGet(targets: string) {
  const calls: Call[] = []
  const aptGet = (args: readonly string[], { cwd }: { cwd?: string } = {}) => {
    if (args[0] === 'indextargets') return targets
    const option = args.find((arg) => arg.startsWith('Dir::Etc::SourceList='))
    calls.push({ args, sources: readFileSync(option?.split('=')[1] ?? '', 'utf8') })
    if (args.includes('download')) writeFileSync(join(cwd ?? '', 'yt-dlp_1_all.deb'), '')
    return ''
  }
  return { calls, aptGet }
}

const TARGETS = 'http://mirror.example/security/ bookworm-security main\nhttp://mirror.example/debian/ bookworm main\n'
const YT_DLP = { name: 'yt-dlp', suite: 'sid' } as const

describe('a package of another suite', () => {
  it('is downloaded alone, by an index beside the system’s own, and leaves no trace of the suite', () => {
    const { calls, aptGet } = playAptGet(TARGETS)
    let given: readonly string[] = []

    borrow([YT_DLP], aptGet, (files) => {
      given = files
      expect(files.every((file) => existsSync(file))).toBe(true)
    })

    expect(given.map((file) => file.split('/').at(-1))).toEqual(['yt-dlp_1_all.deb'])
    expect(calls.map(({ args }) => args.slice(8))).toEqual([['update'], ['download', 'yt-dlp']])
    for (const { args, sources } of calls) {
      expect(args).toContain('Dir::Etc::SourceParts=/dev/null')
      expect(sources).toBe('deb [arch=all] http://mirror.example/debian/ sid main\n')
    }
    expect(given.some((file) => existsSync(file))).toBe(false)
  })

  it('cannot come from a system that names no mirror', () => {
    const { aptGet } = playAptGet('')

    expect(() => borrow([YT_DLP], aptGet, () => undefined)).toThrow('no mirror')
  })

  it('is nothing to ask for where none is wanted', () => {
    const { calls, aptGet } = playAptGet(TARGETS)
    const installed: (readonly string[])[] = []

    borrow([], aptGet, (files) => installed.push(files))

    expect([calls, installed]).toEqual([[], [[]]])
  })
})
