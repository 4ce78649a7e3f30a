import { FAILING_DAYS } from '@doslovno/domain/webhooks/course.ts'

import { countOf } from '#language/plural.ts'
import { greeting, type MailContent, typeset } from '#mails.ts'

type About = { name: string; url: string; link: string }

/** A webhook that we switched off, by reason. */
export const webhookMails = {
  failing: (about: About) =>
    content(about, {
      preheader: `Он не отвечал ${countOf(FAILING_DAYS, ['день', 'дня', 'дней'])}.`,
      what: `Вебхук ${about.url} не отвечал ${countOf(FAILING_DAYS, ['день', 'дня', 'дней'])} подряд, и мы его выключили. События на него больше не приходят.`,
    }),

  gone: (about: About) =>
    content(about, {
      preheader: 'Он ответил, что его больше нет.',
      what: `Вебхук ${about.url} ответил «410 Gone» — так говорит адрес, которого больше нет. Мы его выключили, события на него больше не приходят.`,
    }),

  /** Another address; perhaps a stranger's. */
  moved: ({ name, url, link }: About): MailContent =>
    typeset({
      subject: 'У вебхука новый адрес',
      preheader: 'Если это не ты, верни прежний.',
      title: 'У вебхука новый адрес',
      paragraphs: [
        greeting(name),
        `Теперь события приходят на ${url}.`,
        'Если адрес сменил не ты, верни прежний, создай новый секрет подписи и новый ключ API и заверши чужие сеансы.',
      ],
      button: { text: 'Открыть вебхуки', url: link },
    }),
} as const

function content({ name, link }: About, { preheader, what }: { preheader: string; what: string }): MailContent {
  return typeset({
    subject: 'Вебхук выключен',
    preheader,
    title: 'Вебхук выключен',
    paragraphs: [
      greeting(name),
      what,
      'Когда адрес снова заработает, включи вебхук в аккаунте. Недоставленные события там же можно отправить снова — мы храним их 30 дней.',
    ],
    button: { text: 'Открыть вебхуки', url: link },
  })
}
