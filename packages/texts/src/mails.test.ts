import { describe, expect, it } from 'vitest'

import { mailTexts, maskEmail } from './mails.ts'

const link = 'https://doslovno.example/auth/register-confirm?token=abc'
const recoverUrl = 'https://doslovno.example/auth/recover-password'

const all = (name: string) => [
  mailTexts.registerConfirm({ name, link }),
  mailTexts.recoverPassword({ name, link }),
  mailTexts.invite({ name, link }),
  mailTexts.passwordChanged({ name, recoverUrl }),
  mailTexts.editEmailConfirm({ name, link }),
  mailTexts.editEmailNotice({ name, newEmail: 'anna@example.ru', recoverUrl }),
  mailTexts.emailChanged({ name, link }),
  mailTexts.editPasswordConfirm({ name, link }),
  mailTexts.loginAlarm({ name, recoverUrl }),
  mailTexts.scriptReady({ name, fileName: 'Интервью.mp3', link, isWhole: true }),
  mailTexts.scriptReady({ name, fileName: 'Интервью.mp3', link, isWhole: false }),
  mailTexts.scriptFailed({ name, fileName: 'Интервью.mp3', link, code: 'mediaBroken' }),
]

describe('maskEmail', () => {
  it.each([
    ['anna@example.ru', 'a***@example.ru'],
    ['n@example.ru', 'n***@example.ru'],
    ['"a@b"@example.ru', '"***@example.ru'],
    ['😀name@example.ru', '😀***@example.ru'],
    ['@example.ru', '***'],
    ['nothing', '***'],
    ['', '***'],
  ])('shows %s as %s', (email, mask) => {
    expect(maskEmail(email)).toBe(mask)
  })
})

describe('the mails', () => {
  it.each(['Анна', 'Анна-Мария', 'Жан-Поль О’Нил', 'Li'])('greet %s by name', (name) => {
    for (const { paragraphs } of all(name)) expect(paragraphs[0]).toBe(`Привет, ${name}.`)
  })

  it.each(['', '  ', '<b>Анна</b>', 'Приз на evil.example', 'https://evil.example', 'a\nb', 'я'.repeat(41)])(
    'greet without a name if it is empty or could carry a message: "%s"',
    (name) => {
      for (const { paragraphs } of all(name)) expect(paragraphs[0]).toBe('Привет.')
    },
  )

  it('name the request, its lifetime, and what to do if it was not you', () => {
    const { subject, title, button, footnote } = mailTexts.registerConfirm({ name: 'Анна', link })

    expect([subject, title]).toEqual(['Подтверди почту', 'Подтверди почту'])
    expect(button).toEqual({ text: 'Подтвердить почту', url: link })
    expect(footnote).toBe(
      'Ссылка работает 24\u00a0часа. Если это не\u00a0ты, не\u00a0открывай ссылку: ничего не\u00a0произойдёт.',
    )
  })

  it.each(['recoverPassword', 'editEmailConfirm', 'editPasswordConfirm'] as const)(
    'give the link of %s one hour',
    (mail) => {
      expect(mailTexts[mail]({ name: '', link }).footnote).toContain('Ссылка работает 1\u00a0час.')
    },
  )

  it('invite for a week', () => {
    expect(mailTexts.invite({ name: '', link }).footnote).toContain('Ссылка работает 7\u00a0дней.')
  })

  it('show the new address to the old one only masked', () => {
    const mail = mailTexts.editEmailNotice({ name: '', newEmail: 'secret.name@example.ru', recoverUrl })

    expect(mail.paragraphs.join()).toContain('s***@example.ru')
    expect(JSON.stringify(mail)).not.toContain('secret.name')
  })

  it('say that many wrong passwords do not lock the account', () => {
    expect(mailTexts.loginAlarm({ name: '', recoverUrl }).paragraphs.join()).toContain('Аккаунт не\u00a0заблокирован')
  })

  it('break no line after a short word or before a dash, and have no exclamation marks', () => {
    const texts = all('Анна').flatMap((mail) => [mail.preheader, mail.title, ...mail.paragraphs, mail.footnote ?? ''])

    for (const text of texts) expect(text).not.toMatch(/(?<![\p{L}-])\p{L}{1,2} | —|!|"|\.\.\./u)
  })
})
