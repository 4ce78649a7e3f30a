import { callbackify } from 'node:util'

import { type Attachment as ParsedAttachment, type HeaderLines, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

import type { Mailbox, Message } from './mailbox.ts'

const maxBytes = 20 * 1024 * 1024

/** Accepts every mail to anybody, with any password or none. */
export function createSmtp(mailbox: Mailbox): SMTPServer {
  const smtp = new SMTPServer({
    size: maxBytes,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
    onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
      mailbox.add(await receive(stream, session))
    }),
  })
  // A client that disconnects must not crash the catcher.
  smtp.on('error', (error) => console.error(`SMTP: ${error.message}`))
  return smtp
}

async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Omit<Message, 'id'>> {
  const source = await readWithinLimit(stream)
  const mail = await simpleParser(source, { skipTextToHtml: true, skipHtmlToText: true })
  const { mailFrom, rcptTo } = session.envelope
  return {
    receivedAt: new Date().toISOString(),
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map(({ address }) => address),
    subject: mail.subject ?? '',
    headers: mail.headerLines.map(readHeader),
    text: mail.text ?? '',
    html: mail.html || '',
    attachments: mail.attachments.map(describeAttachment),
  }
}

async function readWithinLimit(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  // The protocol requires an oversized mail to be read to its end, but it need not be kept.
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer)
  if (stream.sizeExceeded) throw Object.assign(new Error('The message is too large'), { responseCode: 552 })
  return Buffer.concat(chunks)
}

function readHeader({ line }: HeaderLines[number]) {
  const colon = line.indexOf(':')
  return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() }
}

const describeAttachment = ({ filename, contentType, size, content }: ParsedAttachment) => ({
  fileName: filename ?? '',
  contentType,
  sizeBytes: size,
  content: content.toString('base64'),
})
