import { privacyMails } from '@doslovno/texts/account/privacy-mails.ts'
import { retentionMails } from '@doslovno/texts/account/retention-mails.ts'
import { billingMails } from '@doslovno/texts/billing/mails.ts'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it.each([
  ['Asia/Vladivostok', '1 февраля'],
  ['Europe/Moscow', '31 января'],
  ['America/New_York', '31 января'],
])('names one day on the page and in all mails to a person in %s', async (timeZone, day) => {
  vi.stubEnv('TZ', timeZone)
  vi.resetModules()
  const { dateOf } = await import('./day.ts')
  const at = new Date('2028-01-31T20:00:00Z')
  const to = { name: 'Анна', link: 'https://doslovno.example', timeZone }

  const mails = [
    billingMails.cancelled({ ...to, tariffName: 'PRO', until: at }),
    retentionMails.expiring({ ...to, files: [{ fileName: 'a.mp3', keepUntil: at }], others: 0 }),
    privacyMails.deletionRequested({ ...to, at }),
    privacyMails.exportReady({ ...to, until: at }),
  ]

  expect(plain(dateOf(at.toISOString(), at))).toBe(day)
  for (const { subject, paragraphs } of mails) expect(plain([subject, ...paragraphs].join(' '))).toContain(day)
})
