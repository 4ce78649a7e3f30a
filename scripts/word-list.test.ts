import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { readWordList } from '@doslovno/domain/vocabulary/word-list.ts'
import { describe, expect, it } from 'vitest'

import { projectRoot } from './settings.ts'
import { expandDictionary } from './word-list.ts'

const folder = resolve(projectRoot, 'packages/words')
const bytes = readFileSync(resolve(folder, 'russian.bin'))
const { kindOf, isKnown } = readWordList(bytes)

describe('the list of Russian words', () => {
  it('is the file whose hash and licence stand beside it', () => {
    const hash = createHash('sha256').update(bytes).digest('hex')

    expect(readFileSync(resolve(folder, 'README.md'), 'utf8')).toContain(hash)
    expect(readFileSync(resolve(folder, 'LICENSE'), 'utf8')).toContain('Copyright (c) 1997-2008, Alexander I. Lebedev')
  })

  it('knows words in any form, case and spelling of «ё»', () => {
    const words = ['смета', 'сметами', 'Ёлка', 'елка', 'ЗАВТРА', '«привет»,', 'договорённостями']

    expect(words.filter((word) => !isKnown(word))).toEqual([])
  })

  it('tells ordinary words from rare ones and names', () => {
    expect(['тоска', 'договор', 'сегодня'].map(kindOf)).toEqual(['ordinary', 'ordinary', 'ordinary'])
    expect(['волго', 'Новосибирск', 'тугоплавкой'].map(kindOf)).toEqual(['rare', 'rare', 'rare'])
  })

  it('does not know what was misheard, foreign words and unusual surnames', () => {
    expect(['нюлер', 'Мюллер', 'сметонамантаж', 'Kubernetes', 'гренштейну'].filter(isKnown)).toEqual([])
  })

  it('knows a compound whose parts it knows', () => {
    expect(['кто-то', 'юго-западный', 'бизнес-завтрак'].map(isKnown)).toEqual([true, true, true])
    expect(isKnown('бизнес-нюлер')).toBe(false)
  })

  it('does not doubt numbers, single letters and punctuation', () => {
    expect(['2026', '5G', '12-го', 'я', '—', ''].map(isKnown)).toEqual(Array.from({ length: 6 }, () => true))
  })
})

describe('expandDictionary', () => {
  it('applies the suffixes whose condition the entry meets', () => {
    const affixes = 'SET UTF-8\n\nSFX A Y 2\nSFX A ый ого [нл]ый\nSFX A ь я [^н]ь\nSFX B Y 1\nSFX B 0 у к\n'

    const forms = [...expandDictionary(affixes, '3\nмилый/A\nкозырь/A\nсок/B\n')].map(([, of]) => [...of])

    expect(forms).toEqual([
      ['милый', 'милого'],
      ['козырь', 'козыря'],
      ['сок', 'соку'],
    ])
  })
})
