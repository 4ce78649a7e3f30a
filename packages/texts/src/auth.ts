export const authTexts = {
  login: {
    title: 'С возвращением',
    email: 'E-mail',
    password: 'Пароль',
    showPassword: 'Показать пароль',
    hidePassword: 'Скрыть пароль',
    submit: 'Войти',
    failed: 'Что-то пошло не так',
  },
  /** The quote beside the form; the middle part is marked. */
  quote: ['«…и тогда мы решили, что ', 'каждое слово', ' должно найтись за\u00a0секунду».'],
  promises: ['Таймкод у каждого абзаца', 'Нажми на слово — услышишь его', 'Файлы видишь только ты'],
} as const
