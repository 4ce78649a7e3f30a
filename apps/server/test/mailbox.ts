import { setTimeout as wait } from 'node:timers/promises'

import type { Message } from '@doslovno/simulators/mail/mailbox.ts'
import { startMailSimulator } from '@doslovno/simulators/mail/server.ts'

import type { WorkerContext } from '#context.ts'
import { jobs } from '#handlers.ts'
import { startJobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'

import type { TestApp } from './test-app.ts'

export type Mailbox = {
  /** Mails to an address, newest first; waits until there are at least `count`. */
  mailTo(email: string, count?: number): Promise<Message[]>
  /** The token of the newest mail that has a link. */
  tokenTo(email: string, count?: number): Promise<string>
  close(): Promise<void>
}

export type MailServer = Awaited<ReturnType<typeof startMailSimulator>>

export function startMailServer(): Promise<MailServer> {
  return startMailSimulator({ smtpPort: 0, pagePort: 0 })
}

const MAIL_JOBS: ReadonlySet<string> = new Set(['mails.send', 'accounts.recover', 'accounts.resend-confirmation'])

/** Runs the mail jobs against a real SMTP server and reads the mails it received. */
export async function openMailbox(test: TestApp, server: MailServer): Promise<Mailbox> {
  const worker = await startJobs(test.config.databaseUrl, createLog('silent', 'mails'), 'work')
  // Mail jobs use neither media nor downloads, the only things that a worker's context adds.
  const ctx = test.ctx as WorkerContext
  const sending = jobs.filter(({ name }) => MAIL_JOBS.has(name))
  await worker.work({ ctx, jobs: sending, roles: ['mail'], slots: 1 })
  const waitFor = async <T>(email: string, find: (mails: Message[]) => T | undefined) => {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await wait(50)) {
      const found = find(await readMails(server.pagePort, email))
      if (found !== undefined) return found
    }
    throw new Error(`No mail to ${email}`)
  }
  return {
    mailTo: (email, count = 1) => waitFor(email, (mails) => (mails.length >= count ? mails : undefined)),
    // Mails without a link may arrive before those with one.
    tokenTo: (email, count = 1) =>
      waitFor(email, (mails) => {
        const tokens = mails.map(({ text }) => /[?&]token=([\w-]+)/.exec(text)?.[1])
        return mails.length >= count ? tokens.find((token) => token !== undefined) : undefined
      }),
    close: async () => {
      await worker.stop()
      await server.close()
    },
  }
}

/** All mails to an address, with their texts. */
export async function readMails(pagePort: number, email: string): Promise<Message[]> {
  const list = await fetch(`http://127.0.0.1:${pagePort}/api/messages?to=${encodeURIComponent(email)}`)
  const found = (await list.json()) as { id: string }[]
  return Promise.all(
    found.map(
      async ({ id }) => (await fetch(`http://127.0.0.1:${pagePort}/api/messages/${id}`)).json() as Promise<Message>,
    ),
  )
}
