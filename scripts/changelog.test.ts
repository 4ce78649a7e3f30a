import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { describe, expect, it } from 'vitest'

import { projectRoot } from './settings.ts'

const read = (name: string) => readFileSync(resolve(projectRoot, name), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string } // ours
const sections = [...read('CHANGELOG.md').matchAll(/^## (\S+)(?: – (.+))?$/gm)].map(([, name, date]) => ({
  name,
  date,
}))
const released = sections.filter(({ name }) => name !== 'Unreleased')

describe('the changelog', () => {
  it('has a dated section for the version of package.json', () => {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(sections).toContainEqual({ name: version, date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  })

  it('starts with what is not released yet, or with the version itself', () => {
    expect(['Unreleased', version]).toContain(sections[0]?.name)
    expect(sections.length - released.length).toBeLessThanOrEqual(1)
  })

  it('lists the releases newest first, up to the version of package.json', () => {
    const names = released.map(({ name = '' }) => name)
    const newestFirst = names.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))

    expect(names).toEqual(newestFirst)
    expect(names[0]).toBe(version)
  })
})
