import { describe, expect, it } from 'vitest'

import { billingMails } from './mails.ts'

const about = { name: 'Анна', link: 'https://doslovno.example/account', timeZone: null, tariffName: 'PRO' }
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')
/** Moscow is three hours ahead, so this is the eleventh there. */
const at = new Date('2028-01-10T22:00:00Z')

describe('the mails about the subscription', () => {
  it('say before a renewal what is charged, when, to which card and how to cancel', () => {
    const renewal = { ...about, period: 'year', at, amountKopecks: 1_430_400, card: 'Bank card *4477' } as const
    const [, what, how] = billingMails.renewalSoon(renewal).paragraphs.map(plain)

    expect(what).toBe(
      '11 января 2028 года спишем 14 304 ₽ с карты *4477 за следующий год тарифа «PRO». Делать ничего не нужно.',
    )
    expect(how).toContain('отмени подписку в аккаунте, в разделе «Платёжные настройки»')
  })

  it('say that nothing renews by itself without a card', () => {
    const renewal = { ...about, period: 'month', at, amountKopecks: 59_050, card: null } as const
    const [, what, how] = billingMails.renewalSoon(renewal).paragraphs.map(plain)

    expect(what).toContain('Карта не привязана')
    expect(how).toContain('Следующий месяц стоит 590,50 ₽')
  })

  it('name another method of payment by its title', () => {
    const renewal = { ...about, period: 'month', at, amountKopecks: 100, card: 'YooMoney' } as const

    expect(plain(billingMails.renewalSoon(renewal).paragraphs[1])).toContain('1 ₽ способом оплаты «YooMoney»')
  })

  it('say after a decline why, what to do and until when', () => {
    const mail = billingMails.paymentFailed({ ...about, reason: 'cardExpired', until: at })

    expect(plain(mail.paragraphs[1])).toBe(
      'Мы не смогли списать деньги за тариф «PRO». Срок действия карты закончился. Оплати другой картой — дальше будем списывать с неё.',
    )
    expect(plain(mail.paragraphs[2])).toContain('Тариф работает до 11 января 2028 года')
    expect(mail.button).toEqual({ text: 'Оплатить', url: about.link })
  })

  it('say after a cancel until when the tariff works', () => {
    expect(plain(billingMails.cancelled({ ...about, until: at }).paragraphs[1])).toBe(
      'Больше ничего не спишем. Тариф «PRO» и его минуты работают до 11 января 2028 года, потом включится бесплатный.',
    )
  })

  it('say of bought minutes what they cost, and name a card and a balance only if there are any', () => {
    const bought = { ...about, minutes: 1, amountKopecks: 800, card: null, balance: null }
    const texts = billingMails.minutesBought(bought).paragraphs.map(plain)

    expect(texts).toEqual([
      'Привет, Анна.',
      'Спасибо! 8 ₽ за 1 минуту. Минуты уже на балансе.',
      'Чек придёт отдельным письмом.',
    ])
  })

  it('mention the end of the tariff after unlinking only if it ends', () => {
    expect(billingMails.unlinked({ ...about, until: null }).paragraphs).toHaveLength(2)
    expect(billingMails.unlinked({ ...about, until: at }).paragraphs).toHaveLength(3)
  })
})
