import { type MailLinkPurpose, mailLinkSeconds } from '@doslovno/domain/account/mail-link.ts'
import type { ErrorCode } from '@doslovno/domain/errors.ts'
import { titleOf } from '@doslovno/domain/export/download-name.ts'

import { countOf } from '#language/plural.ts'

import type { Seller } from './account/legal.ts'
import { brand } from './brand.ts'
import { processingFailure } from './errors.ts'
import { LOCALE } from './format.ts'

export type MailContent = {
  subject: string
  /** Shown after the subject in a list of mails. */
  preheader: string
  title: string
  paragraphs: string[]
  /** A titled part after the paragraphs, with a list. */
  digest?: { title: string; text?: string; items: readonly string[] }
  button?: { text: string; url: string }
  footnote?: string
  /** The page where the addressee ends mails of this kind. */
  unsubscribeUrl?: string
}

/** The address for answers, and the company behind the service. */
export type MailOrigin = { support: string; seller: Seller | undefined }

type Person = { name: string }
type WithLink = Person & { link: string }
type OfScript = WithLink & { fileName: string }
type WithRecovery = Person & { recoverUrl: string }

/** Texts around the content of every mail. */
export const mailFrame = {
  linkHint: 'Если кнопка не\u00a0работает, открой ссылку:',
  signature: `${brand.name}. ${brand.motto}.`,
  robot: 'Это письмо отправил робот, отвечать на\u00a0него не\u00a0нужно.',
  support: 'Вопросы:',
  unsubscribe: 'Отписаться от\u00a0таких писем',
} as const

export const mailTexts = {
  registerConfirm: ({ name, link }: WithLink) =>
    typeset({
      subject: 'Подтверди почту',
      preheader: `Остался один шаг. ${linkLife('register')}`,
      title: 'Подтверди почту',
      paragraphs: [greeting(name), 'Остался один шаг: подтверди, что это твой адрес, и аккаунт готов.'],
      button: { text: 'Подтвердить почту', url: link },
      footnote: `${linkLife('register')} Если это не ты, не открывай ссылку: ничего не произойдёт.`,
    }),

  recoverPassword: ({ name, link }: WithLink) =>
    typeset({
      subject: 'Восстановление пароля',
      preheader: `Придумай новый пароль. ${linkLife('recover')}`,
      title: 'Придумай новый пароль',
      paragraphs: [greeting(name), 'Задай новый пароль по ссылке — и входи с ним.'],
      button: { text: 'Задать пароль', url: link },
      footnote: `${linkLife('recover')} Если это не ты, не открывай ссылку: пароль останется прежним.`,
    }),

  invite: ({ name, link }: WithLink) =>
    typeset({
      subject: `Тебя ждут в «${brand.name}»`,
      preheader: `Аккаунт готов, осталось придумать пароль. ${linkLife('invite')}`,
      title: 'Твой аккаунт готов',
      paragraphs: [
        greeting(name),
        `Для тебя завели аккаунт в «${brand.name}». Загружай записи — мы вернём их готовым текстом.`,
        'Осталось придумать пароль. Входи с ним и с этой почтой.',
      ],
      button: { text: 'Придумать пароль', url: link },
      footnote: `${linkLife('invite')} Если письмо пришло по ошибке, не открывай её: ничего не произойдёт.`,
    }),

  passwordChanged: ({ name, recoverUrl }: WithRecovery) =>
    typeset({
      subject: 'Пароль изменён',
      preheader: 'Если это не ты, восстанови доступ.',
      title: 'Пароль изменён',
      paragraphs: [
        greeting(name),
        'Пароль от твоего аккаунта только что сменили. Если это был ты, всё в порядке.',
        'Если это не ты, сразу восстанови доступ: мы пришлём ссылку на эту почту, и по ней ты задашь свой пароль.',
      ],
      button: { text: 'Восстановить доступ', url: recoverUrl },
    }),

  editEmailConfirm: ({ name, link }: WithLink) =>
    typeset({
      subject: 'Подтверди новую почту',
      preheader: `Остался один шаг. ${linkLife('editEmail')}`,
      title: 'Подтверди новую почту',
      paragraphs: [
        greeting(name),
        'Подтверди этот адрес, и он станет почтой твоего аккаунта. Входить нужно будет с ним.',
      ],
      button: { text: 'Подтвердить почту', url: link },
      footnote: `${linkLife('editEmail')} Если это не ты, не открывай ссылку: ничего не изменится.`,
    }),

  editEmailNotice: ({ name, newEmail, recoverUrl }: WithRecovery & { newEmail: string }) =>
    typeset({
      subject: 'Запрос на смену почты',
      preheader: 'Если это не ты, смени пароль.',
      title: 'Запрос на смену почты',
      paragraphs: [
        greeting(name),
        `Почту твоего аккаунта просят сменить на ${maskEmail(newEmail)}. Пока новый адрес не подтверждён, входи с этим.`,
        'Если это был ты, открой письмо на новой почте. Если не ты, скорее смени пароль: похоже, его кто-то знает.',
      ],
      button: { text: 'Сменить пароль', url: recoverUrl },
    }),

  emailChanged: ({ name, link }: WithLink) =>
    typeset({
      subject: 'Почта аккаунта изменена',
      preheader: `Если это не ты, верни её. ${linkLife('revertEmail')}`,
      title: 'Почта аккаунта изменена',
      paragraphs: [
        greeting(name),
        'У твоего аккаунта теперь другая почта: этот адрес больше не подходит для входа. Если это был ты, всё в порядке.',
        'Если это не ты, верни прежнюю почту: мы закроем аккаунт на всех устройствах и уберём всё, что в нём успели добавить, а пароль будет тот, что был до смены.',
      ],
      button: { text: 'Вернуть прежнюю почту', url: link },
      footnote: linkLife('revertEmail'),
    }),

  editPasswordConfirm: ({ name, link }: WithLink) =>
    typeset({
      subject: 'Подтверди новый пароль',
      preheader: `До этого действует прежний. ${linkLife('editPassword')}`,
      title: 'Подтверди новый пароль',
      paragraphs: [greeting(name), 'Подтверди новый пароль, и он начнёт действовать. До этого входи с прежним.'],
      button: { text: 'Подтвердить пароль', url: link },
      footnote:
        `${linkLife('editPassword')} Если это не ты, не открывай её ` +
        'и восстанови пароль на странице входа: похоже, в аккаунте есть кто-то ещё.',
    }),

  scriptReady: ({ name, fileName, link, isWhole }: OfScript & { isWhole: boolean }) =>
    typeset({
      subject: `Готово: ${titleOf(fileName)}`,
      preheader: 'Запись стала текстом. Открой, послушай и поделись.',
      title: 'Текст готов',
      paragraphs: [
        greeting(name),
        `Запись «${titleOf(fileName)}» стала текстом. Её можно читать, слушать и скачать.`,
        ...(isWhole
          ? []
          : ['Часть записи распознать не удалось: эти места названы над текстом, минуты за них не списаны.']),
      ],
      button: { text: 'Открыть текст', url: link },
    }),

  scriptFailed: ({ name, fileName, link, code }: OfScript & { code: ErrorCode }) =>
    typeset({
      subject: `Не получилось: ${titleOf(fileName)}`,
      preheader: processingFailure(code).title,
      title: 'Не получилось обработать запись',
      paragraphs: [
        greeting(name),
        `Запись «${titleOf(fileName)}»: ${lowered(processingFailure(code).title)}. ${processingFailure(code).text}`,
        'Минуты за неё не списаны.',
      ],
      button: { text: 'Открыть файл', url: link },
    }),

  loginAlarm: ({ name, recoverUrl }: WithRecovery) =>
    typeset({
      subject: 'Много неверных паролей',
      preheader: 'Кто-то пытается войти в твой аккаунт. Он не заблокирован.',
      title: 'Много неверных паролей',
      paragraphs: [
        greeting(name),
        'В твой аккаунт много раз пытались войти с неверным паролем. Аккаунт не заблокирован: входи как обычно.',
        'Если это был ты и пароль забылся, задай новый. Если не ты, проверь, что пароль длинный и больше нигде не используется. Сомневаешься — смени его.',
      ],
      button: { text: 'Сменить пароль', url: recoverUrl },
    }),
} as const

/** Shows enough of an address for its owner: n***@example.ru. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return '***'
  const [first] = email
  return `${first}***${email.slice(at)}`
}

const NAME = /^\p{L}[\p{L}\p{M}’' -]{0,39}$/u

// Anyone can register someone else's address, so a name that could carry a link or a message is left out.
export function greeting(name: string): string {
  const trimmed = name.trim()
  return NAME.test(trimmed) ? `Привет, ${trimmed}.` : 'Привет.'
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function linkLife(purpose: MailLinkPurpose): string {
  const hours = mailLinkSeconds[purpose] / 3600
  const life = hours > 72 ? countOf(hours / 24, ['день', 'дня', 'дней']) : countOf(hours, ['час', 'часа', 'часов'])
  return `Ссылка работает ${life}.`
}

type Format = Omit<Intl.DateTimeFormatOptions, 'timeZone'>

/** Days and times of mails, by the addressee's time zone; by that of Moscow if it is not known. */
export function formatFor(timeZone: string | null, format: Format): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { ...format, timeZone: timeZone ?? 'Europe/Moscow' })
}

/** «25 ноября» */
export function dayOf(at: Date, timeZone: string | null): string {
  return formatFor(timeZone, { day: 'numeric', month: 'long' }).format(at)
}

export function typeset(mail: MailContent): MailContent {
  return {
    ...mail,
    preheader: unbroken(mail.preheader),
    title: unbroken(mail.title),
    paragraphs: mail.paragraphs.map(unbroken),
    ...(mail.digest && { digest: typesetDigest(mail.digest) }),
    ...(mail.footnote && { footnote: unbroken(mail.footnote) }),
  }
}

function typesetDigest({ title, text, items }: NonNullable<MailContent['digest']>) {
  return { title: unbroken(title), ...(text && { text: unbroken(text) }), items: items.map(unbroken) }
}

/** No line ends with a short word or begins with a dash. */
function unbroken(text: string): string {
  return text.replace(/(?<![\p{L}-])(\p{L}{1,2}) /gu, '$1\u00a0').replaceAll(' —', '\u00a0—')
}
