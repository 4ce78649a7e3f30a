import { greeting, type MailContent, typeset } from '#mails.ts'

export const apiAccessTexts = {
  about: 'Загружай записи и\u00a0забирай тексты из\u00a0своих программ.',
  docs: 'Документация API',
  newTab: 'откроется в\u00a0новой вкладке',
  scope: 'Что можно с\u00a0ключом',
  scopes: { full: 'Полный доступ', read: 'Только чтение' },
  scopeHints: {
    full: 'Загружать и\u00a0обрабатывать записи, читать и\u00a0менять тексты, удалять файлы.',
    read: 'Смотреть файлы и\u00a0тексты, ничего не\u00a0меняя.',
  },
  create: 'Создать ключ',
  created: 'Ключ создан',
  failed: 'Не\u00a0получилось. Попробуй ещё раз.',
  key: 'API-ключ',
  show: 'Показать ключ',
  hide: 'Скрыть ключ',
  copy: 'Скопировать',
  copied: 'Ключ скопирован',
  notCopied: 'Не\u00a0удалось скопировать. Скопируй вручную.',
  access: 'Права',
  createdAt: 'Создан',
  lastUsedAt: 'Использован',
  unused: 'Ещё нет',
  secret: 'Ключ открывает твои файлы, как пароль. Никому его не\u00a0показывай.',
  replace: 'Создать новый',
  replaceTitle: 'Создать новый ключ?',
  replaceText:
    'Старый ключ сразу перестанет работать, и\u00a0программы с\u00a0ним остановятся, пока не\u00a0получат новый.',
  revoke: 'Отозвать',
  revokeTitle: 'Отозвать ключ?',
  revokeText: 'Ключ сразу перестанет работать, и\u00a0программы с\u00a0ним остановятся.',
  revokeConfirm: 'Отозвать ключ',
  revoked: 'Ключ отозван',
  loading: 'Загружаем ключ',
  unread: 'Не\u00a0удалось загрузить ключ.',
  retry: 'Попробовать ещё раз',
  sample: {
    title: 'Попробуй в\u00a0терминале',
    full: 'Первая команда загрузит запись, вторая начнёт обработку. Замени meeting.mp3 на\u00a0свой файл.',
    read: 'Команда покажет последние файлы.',
    label: 'Команды для терминала',
    copy: 'Скопировать с\u00a0ключом',
    copied: 'Команды скопированы',
  },
} as const

/** The strip about the API above the pages of signed-in users. */
export const apiBannerTexts = {
  label: 'Об\u00a0API',
  text: 'Расшифровывай записи прямо из\u00a0своих программ — через API',
  action: 'Получить ключ',
  close: 'Больше не\u00a0показывать',
} as const

/** Tells the owner that their account has a new key. */
export function keyNotice({ name, link }: { name: string; link: string }): MailContent {
  return typeset({
    subject: 'Создан API-ключ',
    preheader: 'Если это не ты, отзови ключ.',
    title: 'Создан API-ключ',
    paragraphs: [
      greeting(name),
      'У твоего аккаунта новый API-ключ: с ним программы открывают твои файлы. Прежний ключ, если он был, больше не работает.',
      'Если ключ создал ты, всё в порядке. Если не ты, отзови его и смени пароль: похоже, в аккаунте есть кто-то ещё.',
    ],
    button: { text: 'Открыть настройки API', url: link },
  })
}
