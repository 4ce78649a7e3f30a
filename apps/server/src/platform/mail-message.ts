/** A mail with the same content as plain text and HTML. */
export type RenderedMail = { subject: string; text: string; html: string }
