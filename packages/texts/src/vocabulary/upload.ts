/** The vocabulary among the options of a processing. */
export const vocabularyOptionTexts = {
  title: 'Словарь',
  own: (count: number) => `Словарь: ${count.toLocaleString('ru-RU')}`,
  shared: (name: string, count: number) => `${name}: ${count.toLocaleString('ru-RU')}`,
  off: 'Не\u00a0применять к\u00a0этому файлу',
  on: 'Применить словарь',
  isOff: 'Этот файл останется таким, каким его услышит распознавание.',
  otherLanguage: 'Словарь пока знает только русский: этот файл обойдётся без него.',
  empty: 'Твой словарь пока пуст.',
  fill: 'Добавить имена и\u00a0термины',
  names: 'Имена участников',
  namesHint: 'Через запятую, только для этого файла: напишем их без ошибок',
  namesExample: 'Анна Ковалёва, Ержан, Мюллер',
} as const
