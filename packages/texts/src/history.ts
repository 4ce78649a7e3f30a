import type { EditSource } from '@doslovno/domain/history/versions.ts'

import { countOf } from '#language/plural.ts'

const WORDS = ['слово', 'слова', 'слов'] as const
const PLACES = ['место', 'места', 'мест'] as const

const AUTHORS: Record<EditSource, string> = {
  vocabulary: 'Словарь',
  restore: 'Возврат к\u00a0версии',
  program: 'Программа по\u00a0ключу',
}

/** The history of a text. */
export const historyTexts = {
  open: 'История версий',
  title: 'История версий',
  close: 'Закрыть',
  list: 'Версии',
  back: 'К\u00a0списку версий',
  author: (source: EditSource | null, owner: string) => (source ? AUTHORS[source] : owner || 'Ты'),
  recognised: 'Распознано',
  recognisedHint: 'Текст до\u00a0всех правок',
  now: 'Сейчас',
  moment: (day: string, time: string) => `${day}, ${time}`,
  changed: (words: number) =>
    words > 0 ? `изменено: ${countOf(words, WORDS)}` : 'слова\u00a0те\u00a0же, изменены спикеры или\u00a0время',
  more: 'Показать раньше',
  empty: 'Здесь появятся версии, когда поправишь текст.',
  loading: 'Загружаем историю…',
  failed: 'История не\u00a0загрузилась. Проверь связь и\u00a0попробуй ещё раз.',
  retry: 'Попробовать ещё раз',
  isNow: 'Это нынешний текст.',
  legend: 'Было в\u00a0этой версии, стало сейчас:',
  removed: 'убрано',
  added: 'добавлено',
  show: (time: string) => `${time}, показать в\u00a0тексте`,
  places: (count: number) => countOf(count, PLACES),
  morePlaces: (count: number) => `Показать ещё ${countOf(count, PLACES)}`,
  sameWords: 'Слова те\u00a0же. Отличаются спикеры или\u00a0время слов.',
  same: 'Эта версия не\u00a0отличается от\u00a0нынешнего текста.',
  restore: 'Вернуть эту версию',
  restored: 'Версия вернулась. Передумаешь\u00a0— нажми «Отменить».',
  name: 'Назвать',
  rename: 'Переименовать',
  nameField: 'Название версии',
  nameHint: 'Например, «до\u00a0отправки клиенту»',
  save: 'Сохранить',
  cancel: 'Отмена',
  nameFailed: 'Название не\u00a0сохранилось. Попробуй ещё раз.',
} as const
