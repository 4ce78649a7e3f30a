export type { RenderedMail } from '#platform/mail-message.ts'
export { renderMail } from './render.ts'
