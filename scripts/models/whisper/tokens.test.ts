import { expect, it } from 'vitest'

import { tokenList } from './tokens.ts'

it('lists tokens by number as the bytes they stand for, without special ones', () => {
  const list = tokenList({ '\u0120a': 1, '!': 0, '\u00d0\u0141': 2, '': 3, '<|endoftext|>': 4 })

  const lines = [Buffer.from('!'), Buffer.from(' a'), Buffer.of(0xd0, 0x9f)].map((token) => token.toString('base64'))
  expect(list).toBe(`${lines[0]} 0\n${lines[1]} 1\n${lines[2]} 2\n= 3\n`)
})
