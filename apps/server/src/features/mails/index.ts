export type { RenderedMail } from '#platform/mail-message.ts'
export { reportLostMail, defineMail, formerQueueOf, sendMail, sendMails } from './send.ts'
export { renderMail } from './render.ts'
