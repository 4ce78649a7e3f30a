/** A mail as it is sent: the same words twice, plain and marked up. */
export type RenderedMail = { subject: string; text: string; html: string }
