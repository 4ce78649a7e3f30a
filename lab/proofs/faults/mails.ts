import { setTimeout as wait } from 'node:timers/promises'

import { skipMinutes } from '@doslovno/server/test/job-clock.ts'
import { readMails } from '@doslovno/server/test/mailbox.ts'
import { PASSWORD, type TestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'

import { mail } from '#scripts/services/mail.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { servers } from '#scripts/settings.ts'

import { isShort, type Mark } from '#lab/marks.ts'

const MAILS = isShort ? 5 : 50
const OUTAGE_MINUTES = 120
const STEP_MINUTES = 5

/** The mail server is away for two hours on a moved clock, while people register. */
export async function mailOutage(test: TestApp): Promise<Mark[]> {
  await mail.stop()
  const worker = await startWorker(test.config, { WORKER_ROLES: 'mail' })
  try {
    const emails = Array.from({ length: MAILS }, (_, n) => `outage-${n}@example.ru`)
    for (const email of emails) {
      const payload = { name: 'Anna', email, password: PASSWORD, privacyApprove: true }
      await test.app.inject({ method: 'POST', url: '/api/account/register', payload })
    }
    for (let minutes = 0; minutes < OUTAGE_MINUTES; minutes += STEP_MINUTES) {
      await wait(1000)
      await skipMinutes(test.ctx.db, STEP_MINUTES)
    }
    await mail.start()
    await skipMinutes(test.ctx.db, 30)
    const sent = async () => {
      const inboxes = await Promise.all(emails.map((email) => readMails(servers.mail.pagePort, email)))
      return inboxes.filter((messages) => messages.length > 0).length
    }
    await waitUntil('the mails', 120, async () => (await sent()) === MAILS).catch(() => undefined)
    return [
      {
        expected: 'SMTP away for 2 h (moved clock): every mail sent',
        seen: `${await sent()} of ${MAILS}`,
        isMet: (await sent()) === MAILS,
      },
    ]
  } finally {
    await worker.kill('SIGTERM')
  }
}
