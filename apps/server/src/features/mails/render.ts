import { type MailContent, mailFrame } from '@doslovno/texts/mails.ts'

import type { RenderedMail } from '#platform/mail-message.ts'

import { renderHtml } from './html.ts'

export function renderMail(content: MailContent): RenderedMail {
  const checked = withCheckedLink(content)
  return { subject: content.subject, text: renderText(checked), html: renderHtml(checked) }
}

/** A button may link to web addresses only; anything else is a bug in the caller. */
function withCheckedLink(content: MailContent): MailContent {
  if (!content.button) return content
  const url = new URL(content.button.url)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('A link in a mail must be http or https')
  return { ...content, button: { ...content.button, url: url.href } }
}

function renderText({ title, paragraphs, button, footnote }: MailContent): string {
  const link = button && `${button.text}:\n${button.url}`
  // Two dashes and a space: mail clients recognise a signature by them.
  const signature = `-- \n${mailFrame.signature}\n${mailFrame.robot}`
  return [title, ...paragraphs, link, footnote, signature].filter(Boolean).join('\n\n') + '\n'
}
