import { countOf } from '#language/plural.ts'

const minutes = (count: number) => countOf(count, ['минута', 'минуты', 'минут'])

export const shellTexts = {
  skip: 'К содержимому',
  toHome: 'Дословно, на главную',
  mainMenu: 'Главное меню',
  myFiles: 'Мои файлы',
  tariffs: 'Тарифы',
  uploadFile: 'Загрузить файл',
  signIn: 'Войти',
  darkTheme: 'Тёмная тема',
  lightTheme: 'Светлая тема',
  accountMenu: 'Меню аккаунта',
  account: 'Аккаунт',
  minutes: {
    short: (count: number) => `${count.toLocaleString('ru-RU')}\u00a0мин`,
    unlimited: 'без ограничений',
    unlimitedTotal: 'Минуты не\u00a0ограничены.',
    label: 'Тариф и\u00a0минуты:',
    total: (count: number) => `Осталось: ${minutes(count)}`,
    plan: (left: number, of: number) =>
      `По\u00a0тарифу ${left.toLocaleString('ru-RU')} из\u00a0${countOf(of, ['минуты', 'минут', 'минут'])}.`,
    renewed: (day: string) => `Обновятся ${day}.`,
    extra: (count: number) => `Дополнительных: ${minutes(count)}.`,
  },
  links: 'Ссылки',
  offer: 'Оферта',
  privacy: 'Политика конфиденциальности',
  api: 'API',
  loading: 'Открываем Дословно',
  logout: 'Выйти',
  logoutTitle: 'Выйти из аккаунта?',
  logoutText: 'Файлы и расшифровки останутся на месте. Чтобы вернуться, войди ещё раз.',
  logoutWhileUploading:
    'Файл ещё загружается: если выйти сейчас, загрузка остановится. Продолжить её можно будет после входа.',
  uploadInProgress: (percent: number) => `Загружаем файл, ${percent}%`,
  notFound: {
    title: 'Страница не найдена',
    text: 'Возможно, ссылка устарела или в адресе опечатка.',
    action: 'На главную',
  },
  unavailable: {
    title: 'Сервис недоступен',
    text: (seconds: number) =>
      `Уже чиним. Проверим связь ещё раз через ${countOf(seconds, ['секунду', 'секунды', 'секунд'])}.`,
    checking: 'Проверяем связь…',
    action: 'Проверить сейчас',
  },
  crash: {
    title: 'Что-то сломалось',
    text: 'Обнови страницу: файлы и расшифровки на месте.',
    action: 'Обновить страницу',
  },
} as const

export const confirmTexts = {
  title: 'Ты уверен?',
  confirm: 'Сохранить',
  cancel: 'Отмена',
  close: 'Закрыть',
  failed: 'Не получилось. Попробуй ещё раз.',
} as const

export const installTexts = {
  /** A shortcut of the installed app. */
  upload: 'Загрузить',
  install: 'Установить приложение',
} as const
