import type { MailContent } from './mails.ts'

export const feedbackTexts = {
  open: 'Обратная связь',
  openOnError: 'Написать нам',
  title: 'Напиши нам',
  hint: 'Расскажи, что не\u00a0получилось или чего не\u00a0хватает. Читаем каждое письмо и\u00a0отвечаем на\u00a0почту.',
  email: 'E-mail для ответа',
  text: 'Сообщение',
  placeholder: 'Например: «Не\u00a0открывается запись от\u00a03\u00a0ноября»',
  send: 'Отправить',
  sent: 'Спасибо! Ответим на\u00a0почту',
  failed: 'Не удалось отправить. Попробуй ещё раз.',
  tooMany: 'Слишком много сообщений подряд. Попробуй через час.',
} as const

type Feedback = { email: string; text: string; page: string | null; userId: string | null }

/** To the operator, word for word. */
export function feedbackMail({ email, text, page, userId }: Feedback): MailContent {
  return {
    subject: `Обратная связь: ${email}`,
    preheader: text.slice(0, 100),
    title: 'Обратная связь',
    paragraphs: [
      ...text.split(/\n+/),
      `От кого: ${email}${userId === null ? '' : ` (пользователь ${userId})`}`,
      ...(page === null ? [] : [`Страница: ${page}`]),
    ],
  }
}
