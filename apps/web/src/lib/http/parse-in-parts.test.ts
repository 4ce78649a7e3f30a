import { describe, expect, it } from 'vitest'

import { parseInParts } from './parse-in-parts.ts'

const items = Array.from({ length: 50 }, (_, index) => ({ text: `«[,\n]}» ${index}`, words: [{ start: index }] }))
const page = { id: '1', speakerNames: [{ name: 'Анна\n' }], peaks: [1, 2] }
const lines = (all: readonly object[]) => all.map((item) => JSON.stringify(item)).join(',\n')
const textOf = (all: readonly object[]) => `${JSON.stringify(page).slice(0, -1)},"script":[\n${lines(all)}\n]}`

describe('a long reply', () => {
  it.each([1, 10, 100, 1000])('parsed in parts of %i characters is the same as parsed at once', async (partChars) => {
    const text = textOf(items)

    expect(await parseInParts(text, partChars)).toEqual(JSON.parse(text))
  })

  it('may have an empty list', async () => {
    expect(await parseInParts(textOf([]), 1)).toEqual({ ...page, script: [] })
  })

  it('lets other tasks run between its parts', async () => {
    let isParsed = false
    const parsing = parseInParts(textOf(items), 10).then(() => (isParsed = true))

    await new Promise((resolve) => setImmediate(resolve))

    expect(isParsed).toBe(false)
    await parsing
  })

  it('is left to others if it has another form', async () => {
    expect(await parseInParts(JSON.stringify({ ...page, script: items }), 1)).toBeUndefined()
    expect(await parseInParts('<html>', 1)).toBeUndefined()
  })
})
