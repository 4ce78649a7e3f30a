import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { withSuitePackages } from './suites.ts'

type Call = { args: readonly string[]; sources: string }

/** A fake apt-get: knows a mirror, downloads by creating a file, records its calls. */
function fakeAptGet(targets: string) {
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
  it('is downloaded alone through a separate index, and leaves no trace of its suite', () => {
    const { calls, aptGet } = fakeAptGet(TARGETS)
    let files: readonly string[] = []

    withSuitePackages([YT_DLP], aptGet, (downloaded) => {
      files = downloaded
      expect(downloaded.every((file) => existsSync(file))).toBe(true)
    })

    expect(files.map((file) => file.split('/').at(-1))).toEqual(['yt-dlp_1_all.deb'])
    expect(calls.map(({ args }) => args.slice(8))).toEqual([['update'], ['download', 'yt-dlp']])
    for (const { args, sources } of calls) {
      expect(args).toContain('Dir::Etc::SourceParts=/dev/null')
      expect(sources).toBe('deb [arch=all] http://mirror.example/debian/ sid main\n')
    }
    expect(files.some((file) => existsSync(file))).toBe(false)
  })

  it('comes from the index of its architecture if it is made for one', () => {
    const { calls, aptGet } = fakeAptGet(TARGETS)

    withSuitePackages([YT_DLP, { name: 'kustomize', suite: 'sid', isBinary: true }], aptGet, () => undefined)

    expect(calls.at(-1)?.args.slice(8)).toEqual(['download', 'yt-dlp', 'kustomize'])
    expect(calls.at(-1)?.sources).toBe('deb http://mirror.example/debian/ sid main\n')
  })

  it('fails on a system without a mirror', () => {
    const { aptGet } = fakeAptGet('')

    expect(() => withSuitePackages([YT_DLP], aptGet, () => undefined)).toThrow('no mirror')
  })

  it('needs no call if there is none', () => {
    const { calls, aptGet } = fakeAptGet(TARGETS)
    const installed: (readonly string[])[] = []

    withSuitePackages([], aptGet, (files) => installed.push(files))

    expect([calls, installed]).toEqual([[], [[]]])
  })
})
