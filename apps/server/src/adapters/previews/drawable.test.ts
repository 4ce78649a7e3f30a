import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it, vi } from 'vitest'

import { drawable } from './drawable.ts'
import { FAMILIES, loadFonts } from './thread.ts'

vi.hoisted(() => vi.stubEnv('DISABLE_SYSTEM_FONTS_LOAD', '1'))

describe('a text for a drawing', () => {
  it.each([
    ['emoji', 'Ура 🎉, едем 👩‍👩‍👧!', 'Ура, едем!'],
    ['another script', 'Он сказал שלום и ушёл далеко', 'Он сказал и ушёл далеко'],
    ['control characters', 'раз\u0000 два\u0007\n\nтри\u202e че\u00adтыре\ufeff', 'раз два три четыре'],
    ['heaped accents', 'за\u0301\u0301\u0301\u0336мок', 'за\u0301мок'],
    ['half of a pair', 'Да\ud83d.', 'Да.'],
  ])('has no %s', (_, text, shown) => {
    expect(drawable(text)).toBe(shown)
  })

  it('keeps markup as it is written, typography, and letters of many languages', () => {
    const text = '<b>«Ёж»</b> & „да“ — №\u00a05… й Größe, façade, қала, ґанок, 100\u00a0₽'
    expect(drawable(text)).toBe(text)
    expect(drawable('и\u0306ж 5\u202fкг')).toBe('йж 5\u00a0кг')
  })

  it('is empty where little of it would be left', () => {
    expect(drawable('会議の記録 2026')).toBe('')
    expect(drawable('🎉🎉')).toBe('')
    expect(drawable('')).toBe('')
  })

  it('has only what the font has', () => {
    loadFonts()
    const lookOf = (text: string) => {
      const canvas = createCanvas(64, 64)
      const context = canvas.getContext('2d')
      context.font = `32px ${FAMILIES}`
      context.fillText(text, 8, 40)
      return canvas.toDataURL()
    }
    const missing = lookOf('\u{1f389}')
    const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code))
    const shown = all.map((sign) => drawable(`ыыы${sign}ыыы`).slice(3, -3)).filter((sign) => sign.trim() !== '')

    expect(shown.length).toBeGreaterThan(400)
    expect(lookOf('ы')).not.toBe(missing)
    expect(shown.filter((sign) => lookOf(sign) === missing)).toEqual([])
  })
})
