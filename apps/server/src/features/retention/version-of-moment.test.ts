import { describe, expect, it } from 'vitest'

import { mendOf } from './restore.ts'

const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 0, minute))
const MOMENT = at(30)

/** Newest first, such as «x40 a20»: a delete marker of minute 40 above content of minute 20. */
const history = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((id) => ({ id, isMarker: id.startsWith('x'), modifiedAt: at(Number(id.slice(1))) }))

describe('the version of a moment', () => {
  const mend = (text: string) => mendOf(history(text), MOMENT, true)

  it('is left alone where it is the current one', () => {
    expect(mend('a20')).toEqual({ kind: 'none' })
    expect(mend('b25 a20')).toEqual({ kind: 'none' })
    expect(mend('b25 x22 a20')).toEqual({ kind: 'none' })
  })

  it('comes back when the markers above it are gone', () => {
    expect(mend('x40 a20')).toEqual({ kind: 'returned', markers: ['x40'] })
    expect(mend('x50 x40 a20')).toEqual({ kind: 'returned', markers: ['x50', 'x40'] })
  })

  it('is copied over content that came later', () => {
    expect(mend('c40 b25 a20')).toEqual({ kind: 'reverted', version: 'b25' })
    expect(mend('x50 c40 a20')).toEqual({ kind: 'reverted', version: 'a20' })
    expect(mend('c50 x40 a20')).toEqual({ kind: 'reverted', version: 'a20' })
  })

  it('is the oldest one if the clock of the store is ahead', () => {
    expect(mend('a31')).toEqual({ kind: 'none' })
    expect(mend('x41 a31')).toEqual({ kind: 'returned', markers: ['x41'] })
  })

  it('is missing where only markers are left', () => {
    expect(mend('')).toEqual({ kind: 'missing' })
    expect(mend('x40')).toEqual({ kind: 'missing' })
  })

  it('is none for an object that no row expects: it is deleted once', () => {
    expect(mendOf(history('a40'), MOMENT, false)).toEqual({ kind: 'removed' })
    expect(mendOf(history('x41 a40'), MOMENT, false)).toEqual({ kind: 'none' })
  })
})
