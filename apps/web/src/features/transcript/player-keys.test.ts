import { describe, expect, it } from 'vitest'

import { playerAction } from './player-keys.ts'

const key = (code: string, change = {}) => ({
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
})

describe('keys of the player', () => {
  it.each([
    ['Space', 'toggle'],
    ['KeyK', 'toggle'],
    ['ArrowLeft', -5],
    ['ArrowRight', 5],
    ['KeyJ', -10],
    ['KeyL', 10],
    ['KeyQ', undefined],
  ])('work by their place on the keyboard: %s → %s', (code, action) => {
    expect(playerAction(key(code))).toBe(action)
  })

  it.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])('belong to the browser together with %s', (modifier) => {
    expect(playerAction(key('KeyL', { [modifier]: true }))).toBeUndefined()
  })
})
