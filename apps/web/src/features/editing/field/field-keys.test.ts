import { describe, expect, it } from 'vitest'

import { type Caret, fieldAction } from './field-keys.ts'

const press = (key: string, change = {}) => ({
  key,
  code: key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...change,
})

/** A text with its caret, or its selection, marked by bars. */
function at(marked: string, change: Partial<Caret> = {}): Caret {
  const from = marked.indexOf('|')
  const to = marked.lastIndexOf('|') - (marked.lastIndexOf('|') > from ? 1 : 0)
  return { text: marked.replaceAll('|', ''), from, to, isTyping: false, isInLine: () => false, ...change }
}

describe('keys in an open paragraph', () => {
  it.each([
    ['after typing', at('На Марс| летят.', { isTyping: true }), 'save'],
    ['at the end', at('На Марс летят.|'), 'save'],
    ['at the beginning', at('|На Марс летят.'), 'save'],
    ['with a selected word', at('На |Марз| летят.'), 'save'],
    ['where the caret was put inside', at('На Марс |летят.'), 'split'],
  ])('Enter %s', (_when, caret, name) => {
    expect(fieldAction(press('Enter'), caret)).toEqual({ name })
  })

  it('Shift+Enter splits after typing, Ctrl+Enter saves anywhere', () => {
    expect(fieldAction(press('Enter', { shiftKey: true }), at('На |Марс', { isTyping: true }))).toEqual({
      name: 'split',
    })
    expect(fieldAction(press('Enter', { ctrlKey: true }), at('На |Марс'))).toEqual({ name: 'save' })
  })

  it.each([
    ['ArrowLeft', '|Да.', { name: 'cross', by: -1 }],
    ['ArrowRight', 'Да.|', { name: 'cross', by: 1 }],
    ['Backspace', '|Да.', { name: 'join' }],
    ['ArrowLeft', 'Д|а.', undefined],
    ['ArrowRight', 'Д|а.', undefined],
    ['Backspace', 'Д|а.', undefined],
    ['Backspace', '|Да.|', undefined],
  ])('%s at %s', (key, marked, action) => {
    expect(fieldAction(press(key), at(marked))).toEqual(action)
  })

  it('cross to a neighbour only from the first and the last line', () => {
    const inFirst = at('Да| нет', { isInLine: (edge) => edge === 'first' })
    expect(fieldAction(press('ArrowUp'), inFirst)).toEqual({ name: 'cross', by: -1 })
    expect(fieldAction(press('ArrowDown'), inFirst)).toBeUndefined()
  })

  it('select with Shift, and leave words with Ctrl to the browser', () => {
    expect(fieldAction(press('ArrowLeft', { shiftKey: true }), at('|Да.'))).toBeUndefined()
    expect(fieldAction(press('ArrowLeft', { ctrlKey: true }), at('|Да.'))).toBeUndefined()
  })

  it('choose a speaker and play with Alt, in any layout', () => {
    expect(fieldAction(press('™', { code: 'Digit2', altKey: true }), at('Да|'))).toEqual({ name: 'voice', number: 2 })
    expect(fieldAction(press('л', { code: 'KeyK', altKey: true }), at('Да|'))).toEqual({ name: 'listen' })
    expect(fieldAction(press(' ', { code: 'Space', ctrlKey: true }), at('Да|'))).toEqual({ name: 'listen' })
  })

  it('do nothing while a letter is being composed', () => {
    expect(fieldAction(press('Enter', { isComposing: true }), at('Да|'))).toBeUndefined()
  })

  it('never keep Tab in the field', () => {
    expect(fieldAction(press('Tab'), at('Да|'))).toBeUndefined()
  })
})
