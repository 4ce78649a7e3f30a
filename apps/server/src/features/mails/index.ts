export type { RenderedMail } from '#platform/mail-message.ts'
export { reportLostMail } from './lost.ts'
export { renderMail } from './render.ts'
export { defineMail, formerQueueOf, sendMail, sendMails } from './send.ts'
