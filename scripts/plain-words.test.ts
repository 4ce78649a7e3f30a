import { describe, expect, it } from 'vitest'

import { findUnclear } from './plain-words.ts'

const linesOf = (path: string, text: string) => findUnclear(path, text).map(({ line }) => line)

describe('findUnclear', () => {
  it.each(['// % asks', '/** % it does. */', '/**\n * % it does.\n */', '{/* % stands here */}'])(
    'reports a comment that begins with a clause: %s',
    (comment) => {
      expect(linesOf('a.ts', `const a = 1\n${comment.replace('%', 'What')}\n`)).toHaveLength(1)
    },
  )

  it('lets questions inside a comment and other words pass', () => {
    expect(linesOf('a.ts', '// The owner decides what stays\n// Whose turn it is\n')).toEqual([])
  })

  it('reports titles that begin with a preposition, also after a table and on the next line', () => {
    const of = 'of nothing are none'
    const text = `it('${of}', run)\nit.each([\n  1,\n])('${of}', run)\nit.each([1])(\n  '${of}',\n  run)\n`

    expect(linesOf('a.test.ts', text)).toEqual([1, 4, 6])
    expect(linesOf('a.ts', text)).toEqual([])
  })

  it('lets the name of a group begin with a preposition', () => {
    expect(linesOf('a.spec.ts', "test.describe('on a phone', run)\n")).toEqual([])
  })
})
