import { describe, expect, it } from 'vitest'

import { firstUploadTexts, linkTexts, unfinishedTexts, uploadProblems, uploadTexts } from './upload.ts'

describe('the texts of an upload', () => {
  it('match the specification where it gives them [UP-2] [LINK-1] [HOME-13] [UP-12]', () => {
    expect(uploadTexts.choose).toBe('Выбери файл')
    expect(uploadTexts.orDrop).toBe('или перетащи сюда')
    expect(uploadTexts.dropHere).toBe('Перетащи файл сюда')
    expect(uploadTexts.or).toBe('или')
    expect(linkTexts.placeholder).toBe('Вставь ссылку на аудио/видео файл')
    expect(linkTexts.rights).toBe('Загружая файл, ты подтверждаешь, что у тебя есть права на его обработку')
    expect(firstUploadTexts.title).toBe('Загрузи свой первый аудио или видео файл')
    expect(uploadProblems.upload.title).toBe('Произошла ошибка загрузки')
    expect(uploadProblems.shortOfMinutes.title).toBe('Недостаточно минут для обработки видео')
  })

  it('distinguish a lost connection from an error, with the percent received', () => {
    expect(uploadTexts.lost.line(64).replaceAll('\u00a0', ' ')).toBe(
      'Нет связи. Продолжим с 64%, когда появится интернет',
    )
  })

  it.each([
    [1, '1 загрузка не закончена'],
    [2, '2 загрузки не закончены'],
    [5, '5 загрузок не закончено'],
  ])('count unfinished uploads: %i', (count, text) => {
    expect(unfinishedTexts.notice(count).replaceAll('\u00a0', ' ')).toBe(text)
  })
})
