import { greeting, type MailContent, typeset } from '#mails.ts'

import { authTexts } from './auth.ts'

type To = { name: string; accountUrl: string; recoverUrl: string }

/** Mails about the protection of the account beyond its password. */
export const secondFactorMails = {
  totpAdded: changed(
    'Приложение для входа подключено',
    'При входе теперь нужен ещё и код из приложения.',
    'отключи это приложение, ',
  ),
  totpRemoved: changed('Приложение для входа отключено', 'Код из приложения при входе больше не нужен.'),
  passkeyAdded: changed(
    'Добавлен ключ доступа',
    'В твой аккаунт теперь можно войти с новым ключом доступа.',
    'удали этот ключ, ',
  ),
  passkeyRemoved: changed('Ключ доступа удалён', 'Войти с этим ключом доступа больше нельзя.'),
  recoveryCodesRenewed: changed('Новые коды восстановления', 'Прежние коды восстановления больше не работают.'),
  recoveryCodeUsed: changed(
    'Использован код восстановления',
    'Он больше не работает. Новые коды можно получить в аккаунте.',
  ),
  secondFactorsRemoved: changed(
    'Двухфакторная защита снята',
    'Мы сняли её по твоей просьбе: теперь для входа хватает пароля. Настрой защиту заново, как только войдёшь.',
  ),
  wrongCodes: ({ name, recoverUrl }: To) =>
    typeset({
      subject: 'Много неверных кодов',
      preheader: 'Кто-то пытается пройти второй шаг входа в твой аккаунт.',
      title: 'Много неверных кодов',
      paragraphs: [
        greeting(name),
        'При входе в твой аккаунт много раз ввели неверный код. Без кода войти нельзя, аккаунт в безопасности.',
        'Если это не ты, скорее смени пароль: похоже, его кто-то знает.',
      ],
      button: { text: 'Сменить пароль', url: recoverUrl },
    }),
}

const names = authTexts.providers.names
type Provider = keyof typeof names

/** Mails about sign-in by other services. */
export const providerMails = {
  providerLinked: (provider: Provider) =>
    changed(
      `Привязан вход через ${names[provider]}`,
      `В твой аккаунт теперь можно войти через ${names[provider]}.`,
      `отвяжи ${names[provider]}, `,
    ),
  providerUnlinked: (provider: Provider) =>
    changed(`Вход через ${names[provider]} отвязан`, `Войти в твой аккаунт через ${names[provider]} больше нельзя.`),
}

/** `undo`: the first thing to do about somebody else's change. */
function changed(subject: string, text: string, undo = ''): (to: To) => MailContent {
  return ({ name, accountUrl }) =>
    typeset({
      subject,
      preheader: text,
      title: subject,
      paragraphs: [
        greeting(name),
        `${text} Если это был ты, всё в порядке.`,
        `Если это не ты, открой аккаунт, ${undo}смени пароль и заверши чужие сеансы.`,
      ],
      button: { text: 'Открыть аккаунт', url: accountUrl },
    })
}
