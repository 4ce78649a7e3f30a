import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { Script } from '@doslovno/contract/scripts.ts'
import { ActionItem, ChapterView, Summary } from '@doslovno/contract/summaries.ts'
import { describe, expect, it } from 'vitest'

const pathOf = (name: string) => fileURLToPath(import.meta.resolve(`@doslovno/sample/${name}`))
const data = JSON.parse(readFileSync(pathOf('sample.json'), 'utf8')) as Record<string, unknown>
const listOf = (name: string) => data[name] as unknown[]
const script = Script.parse(data['script'])
const chapters = listOf('chapters').map((chapter) => ChapterView.parse(chapter))
const summaries = listOf('summaries').map((summary) => Summary.parse(summary))
const tasks = listOf('tasks').map((task) => ActionItem.parse(task))
const words = script.script.flatMap((segment) => segment.words)

describe('the sample', () => {
  it('has a recording small enough for a visitor, as long as its file says', () => {
    const { size } = statSync(pathOf('sample.m4a'))

    expect(size).toBeLessThan(600_000)
    expect(script.fileSize).toBe(size)
    expect(script.duration).toBeGreaterThan(60)
    expect(script.duration).toBeLessThan(90)
  })

  it('has words one after another, each long enough to be seen', () => {
    const wrong = words.filter(({ start, end }, at) => end - start < 0.05 || start < (words[at - 1]?.start ?? 0))

    expect(wrong).toEqual([])
    expect(words.at(-1)?.end).toBeLessThanOrEqual(script.duration ?? 0)
    expect(script.script.map(({ text }) => text)).toEqual(
      script.script.map((segment) => segment.words.map(({ text }) => text).join(' ')),
    )
  })

  it('names all its speakers and begins its chapters with a line', () => {
    const starts = script.script.map(({ start }) => start)

    expect(new Set(script.script.map(({ speaker }) => speaker)).size).toBe(script.speakerNames.length)
    for (const { start } of chapters) expect(starts.some((at) => Math.abs(at - start) < 0.1)).toBe(true)
  })

  it('states nothing that its recording does not confirm', () => {
    const checks = [...summaries.flatMap(({ statements }) => statements), ...tasks].map(({ check }) => check)

    expect(summaries.map(({ type }) => type)).toEqual(['about', 'summary', 'theses'])
    expect(new Set(checks)).toEqual(new Set(['confirmed']))
  })
})
