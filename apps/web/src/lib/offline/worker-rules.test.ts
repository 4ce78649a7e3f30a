import { describe, expect, it } from 'vitest'

import { handlingOf, oldShells, pageForShared, shellCache } from './worker-rules.ts'

const ORIGIN = 'https://doslovno.example'
const ASSETS = new Set(['/assets/index-1.js'])
const asked = (path: string, changes: Partial<Request> = {}) =>
  handlingOf({ method: 'GET', mode: 'cors', url: new URL(path, ORIGIN).href, ...changes }, ORIGIN, ASSETS)

describe('a request', () => {
  it.each(['/', '/files/1', '/auth/login?next=%2Fupload'])('is a page for %s', (path) => {
    expect(asked(path, { mode: 'navigate' })).toBe('page')
  })

  it('is an asset for a file of this release', () => {
    expect(asked('/assets/index-1.js')).toBe('asset')
  })

  it.each([
    ['the API', '/api/scripts/1'],
    ['the API for programs', '/v1/audio/transcriptions'],
    ['a file of another release', '/assets/index-0.js'],
    ['a recording', 'https://media.example/scripts/1/playback'],
  ])('is left to the browser for %s', (_, path) => {
    expect(asked(path)).toBe('none')
  })

  it.each(['/api/docs', '/v1/models', '/embed/1'])('is left to the browser if it opens %s as a page', (path) => {
    expect(asked(path, { mode: 'navigate' })).toBe('none')
  })

  it('is a share if it has files of another app; any other sending is not', () => {
    expect(asked('/share', { method: 'POST', mode: 'navigate' })).toBe('share')
    expect(asked('/upload', { method: 'POST', mode: 'navigate' })).toBe('none')
    expect(asked('https://foreign.example/share', { method: 'POST', mode: 'navigate' })).toBe('none')
  })
})

describe('caches of the app', () => {
  it('are old if they belong to other releases; caches of something else are not', () => {
    const names = [shellCache('1'), shellCache('2'), 'doslovno.kept']

    expect(oldShells(names, '2')).toEqual([shellCache('1')])
  })
})

describe('something shared', () => {
  it.each([
    ['an address', { url: 'https://video.example/1', text: '' }],
    ['a message with a link', { url: '', text: 'Послушай https://video.example/1 вечером' }],
  ])('offers the link of %s', (_, shared) => {
    expect(pageForShared(shared)).toBe('/upload?link=https%3A%2F%2Fvideo.example%2F1')
  })

  it('leads to the upload page when it is neither', () => {
    expect(pageForShared({ url: 'javascript:alert(1)', text: 'Привет' })).toBe('/upload')
  })
})
