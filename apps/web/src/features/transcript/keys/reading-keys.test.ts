import { describe, expect, it } from 'vitest'

import { letterKeys } from '#lib/keys/letter-keys.ts'
import { stubStorage } from '#test/session.ts'

import { readingAction } from './reading-keys.ts'

const press = (code: string, change = {}) => ({
  code,
  key: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
})

describe('shortcuts of the reader', () => {
  it.each([
    ['Space', { name: 'toggle' }],
    ['KeyK', { name: 'toggle' }],
    ['ArrowLeft', { name: 'skip', seconds: -5 }],
    ['ArrowRight', { name: 'skip', seconds: 5 }],
    ['KeyJ', { name: 'skip', seconds: -10 }],
    ['KeyL', { name: 'skip', seconds: 10 }],
    ['ArrowUp', { name: 'step', paragraphs: -1 }],
    ['ArrowDown', { name: 'step', paragraphs: 1 }],
    ['KeyF', { name: 'follow' }],
    ['KeyN', { name: 'names' }],
    ['Slash', { name: 'find' }],
    ['KeyQ', undefined],
  ])('are matched by key code: %s → %o', (code, action) => {
    expect(readingAction(press(code), true)).toEqual(action)
  })

  it('also match punctuation by character: the Russian layout has it elsewhere', () => {
    expect(readingAction(press('Digit7', { key: '?', shiftKey: true }), true)).toEqual({ name: 'help' })
    expect(readingAction(press('Slash', { key: ',', shiftKey: true }), true)).toEqual({ name: 'help' })
    expect(readingAction(press('Backslash', { key: '/', shiftKey: true }), true)).toEqual({ name: 'find' })
  })

  it.each(['KeyK', 'KeyJ', 'KeyL', 'KeyF', 'KeyN', 'Slash'])(
    'can be switched off if they are single characters: %s',
    (code) => {
      expect(readingAction(press(code), false)).toBeUndefined()
      expect(readingAction(press('Space'), false)).toEqual({ name: 'toggle' })
    },
  )

  it.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])('ignore combinations with %s', (modifier) => {
    expect(readingAction(press('KeyL', { [modifier]: true }), true)).toBeUndefined()
  })

  it("keep the user's setting", () => {
    stubStorage()
    expect(letterKeys.recall()).toBe(true)

    letterKeys.remember(false)
    expect(letterKeys.recall()).toBe(false)
    letterKeys.remember(true)
    expect(letterKeys.recall()).toBe(true)
  })
})
