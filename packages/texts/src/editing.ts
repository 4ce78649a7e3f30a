import type { ReviewReason } from '@doslovno/domain/editing/review.ts'

import { countOf } from '#language/plural.ts'

const PLACES = ['место', 'места', 'мест'] as const
const IN_PLACES = ['месте', 'местах', 'местах'] as const

/** The save indicator. */
export const savingTexts = {
  saving: 'Сохраняем…',
  saved: 'Сохранено',
  offline: 'Нет связи, сохраним позже',
  failed: 'Не\u00a0сохранилось',
  tooLong: 'Не\u00a0сохранилось: текст слишком длинный для\u00a0этой записи',
  retry: 'Попробовать ещё раз',
} as const

export const editingTexts = {
  tools: 'Правка текста',
  edit: 'Изменить абзац',
  undo: 'Отменить',
  redo: 'Повторить',
  undoKey: 'Ctrl\u00a0Z',
  redoKey: 'Ctrl\u00a0⇧\u00a0Z',
  nothingChanged: 'Этот абзац и\u00a0так распознан слово в\u00a0слово',
  outdated: 'Запись распознали заново. Открываем новый текст.',
  failed: 'Не\u00a0получилось. Проверь связь и\u00a0попробуй ещё раз.',
} as const

/** Keyboard shortcuts of owners, in addition to those of readers. */
export const editingKeys = [
  { keys: ['Enter'], text: 'Изменить абзац' },
  { keys: ['1', '…', '9'], text: 'Отдать абзац спикеру с\u00a0этим номером' },
  { keys: ['Ctrl Z', 'Ctrl ⇧ Z'], text: 'Отменить или повторить правку' },
  { keys: ['Ctrl Alt H'], text: 'История версий' },
] as const

/** Keyboard shortcuts in an open paragraph. */
export const writingKeys = {
  title: 'Пока правишь абзац',
  keys: [
    { keys: ['Enter'], text: 'Сохранить, что напечатано' },
    { keys: ['Enter', '⇧ Enter'], text: 'Разделить там, куда поставлен курсор' },
    { keys: ['Backspace'], text: 'В\u00a0начале абзаца\u00a0— соединить с\u00a0предыдущим' },
    { keys: ['↑', '↓', '←', '→'], text: 'За\u00a0край абзаца\u00a0— в\u00a0соседний' },
    { keys: ['Alt 1', '…', 'Alt 9'], text: 'Сменить спикера' },
    { keys: ['Ctrl Пробел', 'Alt K'], text: 'Слушать или пауза' },
    { keys: ['Ctrl Enter'], text: 'Сохранить в\u00a0любом месте' },
    { keys: ['Esc'], text: 'Оставить как было' },
  ],
} as const

/** Keyboard shortcuts of the review. */
export const reviewKeys = {
  title: 'В\u00a0проверке',
  keys: [
    { keys: ['Enter'], text: 'Верно, дальше' },
    { keys: ['1', '2', '3'], text: 'Взять подсказку вместо слова' },
    { keys: ['←', '→'], text: 'Выбрать другое слово, с\u00a0⇧\u00a0— несколько' },
    { keys: ['⇧ Enter'], text: 'Исправить только здесь' },
    { keys: ['↑', '↓'], text: 'Предыдущее или следующее место' },
    { keys: ['Пробел'], text: 'Послушать ещё раз' },
    { keys: ['1', '…', '9'], text: 'Кто говорит, если вопрос о\u00a0спикере' },
    { keys: ['Esc'], text: 'Закончить проверку' },
  ],
} as const

/** The paragraph being edited. */
export const fieldTexts = {
  label: 'Текст абзаца',
  help: 'Enter\u00a0— готово, Shift\u00a0+\u00a0Enter\u00a0— разделить, Esc\u00a0— оставить как было, Ctrl\u00a0+\u00a0Пробел\u00a0— слушать или пауза, Alt\u00a0и\u00a0цифра\u00a0— сменить спикера, стрелки за\u00a0край\u00a0— соседний абзац',
  tools: 'Что сделать с\u00a0абзацем',
  done: 'Готово',
  cancel: 'Отмена',
  split: 'Разделить здесь',
  splitTitle: 'Кто говорит дальше?',
  restore: 'Вернуть распознанное',
  apart: 'Эти абзацы не\u00a0соединить: между ними пауза или\u00a0первый уже длинный',
} as const

/** The speaker of a paragraph. */
export const voiceTexts = {
  change: 'Сменить спикера',
  title: 'Кто здесь говорит?',
  where: 'Где сменить спикера',
  phrase: 'Только здесь',
  onwards: 'Отсюда и\u00a0дальше',
  everywhere: 'Везде',
  mergeLabel: (name: string, other: string) => `Везде: ${name}\u00a0— это ${other}`,
  onwardsHint: (name: string) => `Все реплики, которые дальше говорит ${name}`,
  speakers: 'Спикеры',
  newcomer: 'Новый спикер',
  newName: 'Имя',
  add: 'Добавить',
  given: (name: string) => `Теперь говорит ${name}`,
} as const

/** Offers to merge two speakers with the same name. */
export const namesakeTexts = {
  label: 'Два спикера с\u00a0одним именем',
  question: (name: string) => `Теперь два спикера с\u00a0именем «${name}». Это один человек?`,
  merge: 'Объединить',
  dismiss: 'Разные люди',
} as const

export const replaceTexts = {
  open: 'Найти и\u00a0заменить',
  short: 'Заменить',
  title: 'Найти и\u00a0заменить',
  formsTitle: 'Заменить и\u00a0в\u00a0других местах',
  close: 'Закрыть',
  find: 'Найти',
  replace: 'Заменить на',
  wholeWord: 'Только слово целиком',
  places: 'Где заменим',
  all: (count: number) => `Все места: ${count}`,
  place: (time: string) => `Заменить в\u00a0${time}`,
  nothing: 'Такого в\u00a0тексте нет',
  start: 'Напиши, что найти: покажем каждое место до\u00a0замены.',
  more: (count: number) => `Показать ещё ${countOf(count, PLACES)}`,
  submit: (count: number) => `Заменить в\u00a0${countOf(count, IN_PLACES)}`,
  remove: (count: number) => `Удалить в\u00a0${countOf(count, IN_PLACES)}`,
  done: (count: number) => `Заменили в\u00a0${countOf(count, IN_PLACES)}`,
} as const

/** Offers to correct a word elsewhere in the text too. */
export const offerTexts = {
  label: 'Такая же ошибка в\u00a0других местах',
  pair: (from: string, to: string) => `«${from}» → «${to}».`,
  question: (count: number) => `Заменить ещё в\u00a0${countOf(count, IN_PLACES)}?`,
  show: 'Показать',
  dismiss: 'Не\u00a0нужно',
} as const

export const conflictTexts = {
  title: 'Этот абзац изменили в\u00a0другой вкладке',
  text: 'Выбери, что оставить. Передумаешь\u00a0— отмени правку.',
  mine: 'Мой текст',
  theirs: 'Текст из\u00a0другой вкладки',
  removed: 'Удалено',
  keepMine: 'Оставить мой',
  takeTheirs: 'Взять другой',
  keepBoth: 'Оставить оба',
} as const

export const restoreTexts = {
  open: 'Вернуть распознанный текст',
  title: 'Вернуть распознанный текст?',
  text: 'Все правки текста и\u00a0спикеров уйдут. Если передумаешь, нажми «Отменить».',
  confirm: 'Вернуть',
  done: 'Вернули распознанный текст',
} as const

const QUESTIONS = ['вопрос', 'вопроса', 'вопросов'] as const

const REASONS: Record<ReviewReason, string> = {
  unheard: 'речь без\u00a0слов',
  vocabulary: 'слово из\u00a0словаря?',
  confidence: 'плохо слышно',
  unknown: 'нет такого слова',
  name: 'имя или название',
  number: 'число',
  negation: 'точно ли здесь «не»?',
  speaker: 'кто говорит с\u00a0этого места?',
}

export const reviewTexts = {
  open: 'Проверить текст',
  questions: (questions: number) => countOf(questions, QUESTIONS),
  short: (questions: number) => (questions > 0 ? `Проверить · ${questions}` : 'Проверить'),
  title: 'Проверка',
  preparing: 'Готовим проверку…',
  progress: (number: number, total: number, minutes: number) => `${number} из\u00a0${total}, ≈${minutes}\u00a0мин`,
  length: 'Сколько проверять',
  fiveMinutes: '5\u00a0минут',
  whole: 'Всё',
  voices: 'Кто говорит с\u00a0этого места?',
  unheard: 'Здесь говорят, но слов нет',
  goOn: 'Дальше',
  write: 'Исправить',
  helpSpeaker: '1–9\u00a0— кто говорит, Enter\u00a0— верно, ←\u00a0→\u00a0— соседние места, Esc\u00a0— выйти',
  reason: (reason: ReviewReason) => REASONS[reason],
  forAll: (places: number) => `${countOf(places, PLACES)}, ответ один на\u00a0все`,
  allPlaces: 'Все места',
  morePlaces: (places: number) => `Показать ещё ${countOf(places, PLACES)}`,
  suggestions: 'Может быть, это',
  field: 'Что слышно',
  help: 'Enter\u00a0— верно, печатай\u00a0— исправишь, 1–3\u00a0— подсказка, ←\u00a0→\u00a0— другое слово, ↑\u00a0↓\u00a0— соседние места, Esc\u00a0— выйти',
  helpWriting: 'Enter\u00a0— сохранить и\u00a0дальше, →\u00a0— следующее слово, Esc\u00a0— оставить как было',
  accept: 'Верно',
  save: 'Сохранить',
  saveAll: (places: number) => `Исправить в\u00a0${countOf(places, IN_PLACES)}`,
  onlyHere: 'Только здесь',
  previous: 'Предыдущее место',
  next: 'Следующее место',
  leave: 'Закончить проверку',
  again: 'Послушать ещё раз',
  doneText: 'Больше спросить не\u00a0о\u00a0чем.',
  moreText: (questions: number) => `Самое важное проверено. Осталось ещё ${countOf(questions, QUESTIONS)} попроще.`,
  more: 'Проверить и\u00a0их',
  nothing: 'Проверять нечего: рискованных мест не\u00a0нашлось.',
} as const
