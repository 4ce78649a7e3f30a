import { brand } from '@doslovno/texts/brand.ts'
import { createTransport, type NodemailerError } from 'nodemailer'

import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'
import type { RenderedMail } from '#platform/mail-message.ts'

export type Mail = {
  /** Hands a mail to the server; `mailRefused` is final, any other failure may pass. */
  send(to: string, mail: RenderedMail): Promise<void>
  /** Mails under way are still handed over. */
  close(): void
}

const SECOND = 1000
const patience = {
  connectionTimeout: 10 * SECOND,
  greetingTimeout: 10 * SECOND,
  socketTimeout: 20 * SECOND,
  // Shorter than the socket's, so that a quiet connection is closed in peace.
  idleTimeout: 15 * SECOND,
}

export function createMail({ smtpUrl, from }: Config['mail']): Mail {
  const transport = createTransport({
    ...patience,
    url: smtpUrl,
    pool: true,
    // For a kept connection that the server closed meanwhile; longer waits are the queue's.
    maxRequeues: 1,
    // A password never travels in the clear; smtps is encrypted anyway.
    requireTLS: new URL(smtpUrl).username !== '',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (to, mail) => {
      refuseInjection(to, mail.subject)
      const envelope = { from: { name: brand.name, address: from }, to: { name: '', address: to } }
      await transport.sendMail({ ...envelope, ...mail, ...robot }).catch(throwFailure)
    },
    close: () => transport.close(),
  }
}

// Programs that answer mails leave these alone (RFC 3834).
const robot = { headers: { 'Auto-Submitted': 'auto-generated' }, xMailer: false } as const

/** One bare address and one line: nothing of a person's can become another recipient or header. */
function refuseInjection(to: string, subject: string): void {
  const isAddress = /^[^\s\p{Cc},;:<>()[\]"\\@]+@[^\s\p{Cc},;:<>()[\]"\\@]+$/u.test(to)
  if (!isAddress || /\p{Cc}/u.test(subject)) throw new AppError('mailRefused')
}

function throwFailure(error: NodemailerError): never {
  if (error.permanent && error.command === 'RCPT TO') throw new AppError('mailRefused', { cause: error })
  throw error
}
