export const installTexts = {
  /** A shortcut of the installed app. */
  upload: 'Загрузить',
  install: 'Установить приложение',
} as const
