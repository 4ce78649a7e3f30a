import { LOCALE } from '#format.ts'
import { dayInMoscow, greeting, type MailContent, typeset } from '#mails.ts'

type Person = { name: string }
type WithLink = Person & { link: string }

const moments = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Moscow',
})

/** Mails about a person's data. */
export const privacyMails = {
  exportReady: ({ name, link, until }: WithLink & { until: Date }): MailContent =>
    typeset({
      subject: 'Архив с твоими данными готов',
      preheader: `Ссылка работает до ${moments.format(until)} по Москве.`,
      title: 'Архив готов',
      paragraphs: [
        greeting(name),
        'Мы собрали архив со всем, что храним о тебе: профиль, платежи, записи и тексты.',
        `Скачай его до ${moments.format(until)} по Москве, потом мы его удалим. Никому не пересылай это письмо: архив откроет любой, у кого есть ссылка.`,
      ],
      button: { text: 'Скачать архив', url: link },
      footnote: 'Если это не ты, смени пароль и напиши нам.',
    }),

  deletionRequested: ({ name, link, at }: WithLink & { at: Date }): MailContent =>
    typeset({
      subject: `Аккаунт будет удалён ${dayInMoscow(at)}`,
      preheader: 'До этого дня можно передумать.',
      title: `Аккаунт будет удалён ${dayInMoscow(at)}`,
      paragraphs: [
        greeting(name),
        'Ты попросил удалить аккаунт. До этого дня всё работает как обычно, но денег мы больше не списываем: подписка отменена, карта отвязана.',
        'Потом мы удалим записи, тексты, минуты и всё остальное. Вернуть их будет нельзя. Останутся только сведения о платежах без твоего имени: их требует хранить закон.',
        'Передумал или это не ты — зайди в аккаунт и нажми «Оставить аккаунт».',
      ],
      button: { text: 'Оставить аккаунт', url: link },
    }),

  deleted: ({ name }: Person): MailContent =>
    typeset({
      subject: 'Аккаунт удалён',
      preheader: 'Это последнее письмо.',
      title: 'Аккаунт удалён',
      paragraphs: [
        greeting(name),
        'Мы удалили аккаунт вместе с записями, текстами и минутами. Остались только сведения о платежах без твоего имени: их требует хранить закон.',
        'Больше писем не будет. Захочешь вернуться — создай новый аккаунт, мы будем рады.',
      ],
    }),
} as const
