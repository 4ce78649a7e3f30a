/** A mail with the same content as plain text and HTML. */
export type RenderedMail = { subject: string; text: string; html: string }

export type MailAttachment = { name: string; mediaType: string; content: string | Uint8Array }

export type MailExtras = {
  attachments?: readonly MailAttachment[]
  headers?: Readonly<Record<string, string>>
  /** The same for every try of one mail, so that mail services show it once. */
  messageId?: string
  /** Receives answers in place of the sender. */
  replyTo?: string
}
