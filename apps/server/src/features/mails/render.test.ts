import { type MailContent, mailTexts } from '@doslovno/texts/mails.ts'
import { describe, expect, it } from 'vitest'

import { renderMail } from './index.ts'

const link = 'https://doslovno.example/auth/register-confirm?token=a-b_c&from=mail'
const plain: MailContent = {
  subject: 'Тема',
  preheader: 'Кратко',
  title: 'Заголовок',
  paragraphs: ['Первый', 'Второй'],
}

describe('renderMail', () => {
  it('renders plain text with the link on its own line', () => {
    const { text } = renderMail({ ...plain, button: { text: 'Открыть', url: link }, footnote: 'Сноска' })

    const body = `Заголовок\n\nПервый\n\nВторой\n\nОткрыть:\n${link}\n\nСноска\n\n-- \nДословно. `
    expect(text.startsWith(body)).toBe(true)
  })

  it('signs with the address of support and the seller, where they are known', () => {
    const seller = { name: 'ООО «Ромашка»', inn: '7701234567', ogrn: '1027700132195', address: 'Москва, Лесная, 5' }

    const { text, html } = renderMail(plain, { support: 'help@romashka.example', seller })

    for (const part of [text, html]) {
      expect(part).toContain('Вопросы: help@romashka.example')
      expect(part).toContain('ООО «Ромашка», ИНН\u00a07701234567, ОГРН\u00a01027700132195, Москва, Лесная, 5')
    }
  })

  it('omits a missing button and footnote', () => {
    const { text, html } = renderMail(plain)

    expect(text.split('\n').slice(4, 7)).toEqual(['Второй', '', '-- '])
    expect(html).not.toContain('<a ')
    expect(`${text}${html}`).not.toMatch(/undefined|\[object/)
  })

  it.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "'--><b>&amp;"])(
    'escapes %s in every field',
    (attack) => {
      const content = { subject: attack, preheader: attack, title: attack, paragraphs: [attack], footnote: attack }

      const { html } = renderMail({ ...content, button: { text: attack, url: link } })

      expect(html).not.toContain(attack)
      expect(html).not.toMatch(/<(script|img|b)\b/)
      expect(tagsOf(html)).toEqual(tagsOf(renderMail({ ...plain, paragraphs: ['1'], button, footnote: '1' }).html))
    },
  )

  it('escapes the link in the attribute and in the text', () => {
    const { html } = renderMail({ ...plain, button: { text: 'Открыть', url: `${link}&x="><i>` } })

    expect(html).toContain(`href="${link.replace('&', '&amp;')}&amp;x=%22%3E%3Ci%3E"`)
  })

  it.each(['javascript:alert(1)', 'data:text/html,hi', 'mailto:anna@example.ru', '/auth/login'])(
    'refuses %s as a link',
    (url) => {
      expect(() => renderMail({ ...plain, button: { text: 'Открыть', url } })).toThrow(/http or https|Invalid URL/)
    },
  )

  it('has a dark theme for clients that support it', () => {
    const { html } = renderMail(plain)

    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toMatch(
      /@media \(prefers-color-scheme: dark\) \{\s+\.paper \{ background-color: #141416 !important; \}/,
    )
  })

  it('loads no external resources and contains no tracking', () => {
    const { html } = renderMail(mailTexts.registerConfirm({ name: 'Анна', link }))

    expect(html).not.toMatch(/<(img|link|script|iframe|object|form|video|svg)\b|\ssrc=|url\(|@import|@font-face/i)
    expect(new Set(html.match(/https?:[^"<]+/g))).toEqual(new Set([link.replace('&', '&amp;')]))
  })
})

const button = { text: '1', url: link }

const tagsOf = (html: string) => html.match(/<\/?[a-z][a-z0-9]*/g)
