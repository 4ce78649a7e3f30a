import { brand } from '@doslovno/texts/brand.ts'
import { createTransport, type NodemailerError } from 'nodemailer'

import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'
import type { RenderedMail } from '#platform/mail-message.ts'

export type Mail = {
  /** Hands a mail to the SMTP server; `mailRefused` is final, any other failure may be retried. */
  send(to: string, mail: RenderedMail): Promise<void>
  /** Finishes the mails under way. */
  close(): void
}

const SECOND = 1000
const timeouts = {
  connectionTimeout: 10 * SECOND,
  greetingTimeout: 10 * SECOND,
  socketTimeout: 20 * SECOND,
  // Shorter than the socket's, so that an idle connection closes without an error.
  idleTimeout: 15 * SECOND,
}

export function createMail({ smtpUrl, from, isTlsRequired }: Config['mail']): Mail {
  const transport = createTransport({
    ...timeouts,
    url: smtpUrl,
    pool: true,
    // Covers a pooled connection that the server has closed; the job queue does the longer retries.
    maxRequeues: 1,
    // Never send a password unencrypted; smtps is encrypted anyway.
    requireTLS: isTlsRequired || new URL(smtpUrl).username !== '',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (to, mail) => {
      refuseInjection(to, mail.subject)
      const envelope = { from: { name: brand.name, address: from }, to: { name: '', address: to } }
      await transport.sendMail({ ...envelope, ...mail, ...autoSubmitted }).catch(throwFailure)
    },
    close: () => transport.close(),
  }
}

// Autoresponders do not answer such mails (RFC 3834).
const autoSubmitted = { headers: { 'Auto-Submitted': 'auto-generated' }, xMailer: false } as const

/** Allows one bare address and one line, so that user input cannot add a recipient or a header. */
function refuseInjection(to: string, subject: string): void {
  const isAddress = /^[^\s\p{Cc},;:<>()[\]"\\@]+@[^\s\p{Cc},;:<>()[\]"\\@]+$/u.test(to)
  if (!isAddress || /\p{Cc}/u.test(subject)) throw new AppError('mailRefused')
}

function throwFailure(error: NodemailerError): never {
  if (error.permanent && error.command === 'RCPT TO') throw new AppError('mailRefused', { cause: error })
  throw error
}
