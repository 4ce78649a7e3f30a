import { dayOf, formatFor, greeting, type MailContent, typeset } from '#mails.ts'

type Person = { name: string }
type WithLink = Person & { link: string }
type Dated = WithLink & { timeZone: string | null }

/** Things that go when the owner takes an account back. */
export const removedThings = [
  'passkeys',
  'app',
  'codes',
  'identities',
  'apiKey',
  'webhooks',
  'shares',
  'invites',
  'archive',
  'deletion',
] as const
export type RemovedThing = (typeof removedThings)[number]

const removedNames: Record<RemovedThing, string> = {
  passkeys: 'новые ключи доступа',
  app: 'новое приложение для входа',
  codes: 'новые коды восстановления',
  identities: 'новые привязки Google, Яндекс ID и VK',
  apiKey: 'API-ключ',
  webhooks: 'новые вебхуки',
  shares: 'новые ссылки на файлы: файлы снова видишь только ты',
  invites: 'новые приглашения в словари и все, кто по ним пришёл',
  archive: 'архивы с твоими данными',
  deletion: 'запрос на удаление аккаунта',
}

function whatIsGone(removed: readonly RemovedThing[], text: string) {
  return { title: 'Что мы убрали', text, items: removed.map((thing) => removedNames[thing]) }
}

/** Mails about a person's data. */
export const privacyMails = {
  exportReady: ({ name, link, until, timeZone }: Dated & { until: Date }): MailContent =>
    typeset({
      subject: 'Архив с твоими данными готов',
      preheader: `Ссылка работает до ${momentOf(until, timeZone)}.`,
      title: 'Архив готов',
      paragraphs: [
        greeting(name),
        'Мы собрали архив со всем, что храним о тебе: профиль, платежи, записи и тексты.',
        `Скачай его до ${momentOf(until, timeZone)}, потом мы его удалим. Никому не пересылай это письмо: архив откроет любой, у кого есть ссылка.`,
      ],
      button: { text: 'Скачать архив', url: link },
      footnote: 'Если это не ты, смени пароль и напиши нам.',
    }),

  deletionRequested: ({ name, link, at, timeZone }: Dated & { at: Date }): MailContent =>
    typeset({
      subject: `Аккаунт будет удалён ${dayOf(at, timeZone)}`,
      preheader: 'До этого дня можно передумать.',
      title: `Аккаунт будет удалён ${dayOf(at, timeZone)}`,
      paragraphs: [
        greeting(name),
        'Ты попросил удалить аккаунт. До этого дня всё работает как обычно, но денег мы больше не списываем: подписка отменена, карта отвязана.',
        'Потом мы удалим записи, тексты, минуты и всё остальное. Вернуть их будет нельзя. Останутся только сведения о платежах без твоего имени: их требует хранить закон.',
        'Передумал или это не ты — зайди в аккаунт и нажми «Оставить аккаунт».',
      ],
      button: { text: 'Оставить аккаунт', url: link },
    }),

  emailReverted: ({
    name,
    removed,
    recoverUrl,
  }: Person & { removed: readonly RemovedThing[]; recoverUrl: string }): MailContent =>
    typeset({
      subject: 'Почта снова твоя',
      preheader: 'Аккаунт закрыт на всех устройствах.',
      title: 'Почта снова твоя',
      paragraphs: [
        greeting(name),
        'Мы вернули прежнюю почту и прежний пароль и закрыли аккаунт на всех устройствах. Если пароль мог узнать кто-то ещё, задай новый.',
      ],
      ...(removed.length > 0 && {
        digest: whatIsGone(removed, 'Это появилось после смены почты или за сутки до неё.'),
      }),
      button: { text: 'Задать новый пароль', url: recoverUrl },
    }),

  addedRemoved: ({ name, removed, link }: WithLink & { removed: readonly RemovedThing[] }): MailContent =>
    typeset({
      subject: 'Убрали чужое из аккаунта',
      preheader: 'Проверь, не пропало ли что-то нужное.',
      title: 'Убрали чужое из аккаунта',
      paragraphs: [
        greeting(name),
        'Ты восстановил доступ и попросил убрать всё, что могли добавить без тебя. Если среди этого было и твоё, добавь его снова.',
      ],
      digest: whatIsGone(removed, 'Это появилось за последние три дня.'),
      button: { text: 'Открыть аккаунт', url: link },
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

const MOMENT = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const

/** «25 ноября в 14:00 по Москве» */
function momentOf(at: Date, timeZone: string | null): string {
  return `${formatFor(timeZone, MOMENT).format(at)} ${timeZone ? 'по твоему времени' : 'по Москве'}`
}
