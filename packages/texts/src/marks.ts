import { countOf, pluralOf } from '#language/plural.ts'

const WORDS = ['слово', 'слова', 'слов'] as const
const ABOUT_WORDS = ['слове', 'словах', 'словах'] as const
const IN_PLACES = ['месте', 'местах', 'местах'] as const

/** A word that the vocabulary put into the text. */
export const markTexts = {
  label: 'Слово из\u00a0словаря',
  heard: (heard: string) => `Распознано: ${heard}`,
  /** For a screen reader, at the word. */
  description: (heard: string) =>
    `Распознано: ${heard}. Нажми, чтобы вернуть, выбрать другую форму или больше не\u00a0заменять`,
  undo: 'Вернуть',
  form: 'Другая форма',
  forms: 'Формы слова',
  noForms: 'Других форм словарь не\u00a0знает',
  never: 'Больше не\u00a0заменять',
  neverDone: (heard: string) => `Больше не\u00a0будем менять «${heard}»`,
} as const

/** The vocabulary's corrections of a file, in its head. */
export const vocabularyLineTexts = {
  label: 'Словарь в\u00a0этом файле',
  fixed: (count: number) => `Словарь исправил ${countOf(count, WORDS)}`,
  asks: (count: number) => `${about(count)} спросит`,
  onlyAsks: (count: number) => `Словарь спросит ${about(count)}\u00a0${pluralOf(count, ABOUT_WORDS)}`,
  menu: 'Что сделать с\u00a0исправленным',
  only: 'Показать только исправленное',
  all: 'Показать весь текст',
  undoAll: 'Вернуть всё',
  undone: (count: number) => `Вернули распознанное в\u00a0${countOf(count, IN_PLACES)}`,
} as const

/** A question of the vocabulary in the review. */
export const questionTexts = {
  question: (heard: string, text: string) => `«${heard}»\u00a0— это «${text}»?`,
  accept: (text: string) => `Да, «${text}»`,
  keep: 'Оставить как есть',
  help: 'Enter\u00a0— да, Backspace\u00a0— оставить как есть, печатай\u00a0— исправишь, ↑\u00a0↓\u00a0— соседние места, Esc\u00a0— выйти',
} as const

/** Offers to keep a corrected word in the vocabulary. */
export const rememberTexts = {
  label: 'Запомнить слово',
  question: (text: string) => `Запомнить «${text}»?`,
  forms: (forms: readonly string[]) => forms.slice(0, 3).join(', ') + (forms.length > 3 ? '…' : ''),
  reading: 'Как склонять',
  notDeclined: (text: string) => `${text}\u00a0— не\u00a0склоняется`,
  accept: 'Запомнить',
  decline: 'Не\u00a0надо',
  done: (text: string) => `Запомнили: ${text}`,
  refused: 'Такое слово словарь не\u00a0принимает',
  failed: 'Не\u00a0получилось запомнить. Проверь связь и\u00a0попробуй ещё раз.',
} as const

/** Applies the vocabulary to a ready text. */
export const applyTexts = {
  open: 'Применить словарь',
  title: 'Применить словарь',
  nothing: 'Словарю здесь нечего исправить',
  failed: 'Не\u00a0получилось проверить текст по\u00a0словарю. Проверь связь и\u00a0попробуй ещё раз.',
} as const

/** «об одном», «о 3», «об 11». */
function about(count: number): string {
  if (count === 1) return 'об\u00a0одном'
  return `${count === 11 ? 'об' : 'о'}\u00a0${count.toLocaleString('ru-RU')}`
}
