import { countOf } from '#language/plural.ts'

export const shellTexts = {
  skip: 'К содержимому',
  toHome: 'Дословно, на главную',
  mainMenu: 'Главное меню',
  myFiles: 'Мои файлы',
  uploadFile: 'Загрузить файл',
  signIn: 'Войти',
  darkTheme: 'Тёмная тема',
  lightTheme: 'Светлая тема',
  accountMenu: 'Меню аккаунта',
  account: 'Аккаунт',
  legal: 'Документы',
  offer: 'Оферта',
  privacy: 'Политика конфиденциальности',
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
