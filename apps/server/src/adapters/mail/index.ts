import { brand } from '@doslovno/texts/brand.ts'
import { createTransport, type NodemailerError } from 'nodemailer'

import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'
import type { MailAttachment, MailExtras, RenderedMail } from '#platform/mail-message.ts'

export type Mail = {
  /** Hands a mail to the SMTP server; `mailRefused` is final, any other failure may be retried. */
  send(to: string, mail: RenderedMail & MailExtras): Promise<void>
  /** Connects and signs in, and sends nothing; throws if the server does not let it. */
  verify(): Promise<void>
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
      refuseInjection(to, mail)
      const { subject, text, html, attachments = [], headers, messageId, replyTo } = mail
      const message = {
        from: { name: brand.name, address: from },
        to: { name: '', address: to },
        subject,
        text,
        html,
        attachments: attachments.map(toAttachment),
        headers: { ...AUTO_SUBMITTED, ...headers },
        xMailer: false as const,
        ...(replyTo && { replyTo }),
        ...(messageId && { messageId: `<${messageId}@${domainOf(from)}>` }),
      }
      await transport.sendMail(message).catch(throwFailure)
    },
    verify: async () => void (await transport.verify()),
    close: () => transport.close(),
  }
}

// Autoresponders do not answer such mails (RFC 3834).
const AUTO_SUBMITTED = { 'Auto-Submitted': 'auto-generated' }

function toAttachment({ name, mediaType, content }: MailAttachment) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.buffer, content.byteOffset, content.byteLength) // prettier-ignore
  return { filename: name, contentType: mediaType, content: bytes, contentTransferEncoding: 'base64' as const }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

const ADDRESS = /^[^\s\p{Cc},;:<>()[\]"\\@]+@[^\s\p{Cc},;:<>()[\]"\\@]+$/u

/** Allows bare addresses and lines without breaks, so that user input cannot add a recipient or a header. */
function refuseInjection(
  to: string,
  { subject, replyTo = to, headers = {}, messageId = '', attachments = [] }: RenderedMail & MailExtras,
) {
  const lines = [subject, messageId, ...Object.entries(headers).flat(), ...attachments.map(({ name }) => name)]
  const areAddresses = ADDRESS.test(to) && ADDRESS.test(replyTo)
  if (!areAddresses || lines.some((line) => /\p{Cc}/u.test(line))) throw new AppError('mailRefused')
}

function throwFailure(error: NodemailerError): never {
  if (error.permanent && error.command === 'RCPT TO') throw new AppError('mailRefused', { cause: error })
  throw error
}
