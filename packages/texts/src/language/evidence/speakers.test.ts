import { prepareEvidence } from '@doslovno/domain/evidence/prepare.ts'
import { describe, expect, it } from 'vitest'

import { russian } from '#test/russian.ts'

function speakersOf(lines: readonly (readonly [number, string])[], typed: readonly (readonly [number, string])[] = []) {
  const sentences = lines.map(([speaker, text]) => ({ speaker, text }))
  return Object.fromEntries(prepareEvidence(sentences, new Map(typed), russian).speakers)
}

describe('the names of speakers', () => {
  it('are those that the owner typed', () => {
    expect(speakersOf([[0, 'Добрый день.']], [[0, 'Наталья Громова']])).toEqual({ 0: ['натал', 'громов'] })
  })

  it('are heard when a speaker introduces oneself', () => {
    expect(speakersOf([[1, 'Здравствуйте, меня зовут Ирина Лебедева, компания Тёплый дом.']])).toEqual({
      1: ['ирин', 'лебедев'],
    })
  })

  it('are heard when a guest is introduced and speaks next', () => {
    const lines = [
      [0, 'Сегодня у нас в гостях Тимур, он держит пасеку.'],
      [1, 'Добрый день.'],
    ] as const

    expect(speakersOf(lines)).toEqual({ 1: ['тимур'] })
  })

  it('are heard when somebody is addressed and answers', () => {
    const lines = [
      [0, 'Оля, начни, пожалуйста, с релиза.'],
      [1, 'Да, смотрите.'],
      [0, 'Спасибо, Оля.'],
      [2, 'Можно вопрос?'],
      [0, 'Оля, ответь.'],
      [1, 'Отвечаю.'],
    ] as const

    expect(speakersOf(lines)).toEqual({ 1: ['ол'] })
  })

  it('are not taken from people who are spoken of', () => {
    const lines = [
      [0, 'У отца есть сестра, Анна, ей девяносто лет.'],
      [1, 'Надо же.'],
    ] as const

    expect(speakersOf(lines)).toEqual({})
  })
})
