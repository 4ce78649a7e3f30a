export const filePageTexts = {
  back: 'Мои файлы',
  loading: 'Открываем расшифровку',
  copy: 'Скопировать текст',
  copied: 'Текст скопирован',
  copyFailed: 'Не удалось скопировать текст',
  withErrors: 'Часть записи не удалось разобрать, остальное — в тексте ниже.',
  empty: {
    title: 'Речи не слышно',
    text: 'Мы прослушали всю запись и не нашли в ней слов. Если они там есть, попробуй файл с более громким звуком.',
  },
  missing: {
    title: 'Файл по данной ссылке недоступен',
    text: 'Возможно, его удалили или владелец закрыл доступ.',
    action: 'На главную',
  },
  failed: {
    title: 'Не удалось открыть файл',
    text: 'Проверь связь с интернетом и попробуй ещё раз.',
    action: 'Повторить',
  },
  transcript: 'Расшифровка',
  listenFrom: 'Слушать с',
  toCurrent: 'К текущему месту',
} as const

export const playerTexts = {
  label: 'Плеер',
  play: 'Слушать',
  pause: 'Пауза',
  playKey: 'Пробел',
  back: 'Назад на 5 секунд',
  forward: 'Вперёд на 5 секунд',
  position: 'Позиция воспроизведения',
  positionText: (at: string, total: string) => `${at} из ${total}`,
  rate: (rate: number) => `${rate.toLocaleString('ru-RU')}×`,
  rateLabel: 'Скорость',
  volume: 'Громкость',
  mute: 'Выключить звук',
  unmute: 'Включить звук',
  broken: 'Не удалось воспроизвести запись. Обнови страницу.',
  unavailable: 'Запись пока нельзя послушать',
} as const
