import { type MailContent, mailFrame } from '@doslovno/texts/mails.ts'

import type { RenderedMail } from '#platform/mail-message.ts'

import { renderHtml } from './html.ts'

export function renderMail(content: MailContent): RenderedMail {
  const checked = withCheckedLinks(content)
  return { subject: content.subject, text: renderText(checked), html: renderHtml(checked) }
}

function withCheckedLinks(content: MailContent): MailContent {
  const { button, unsubscribeUrl } = content
  return {
    ...content,
    ...(button && { button: { ...button, url: checkedLink(button.url) } }),
    ...(unsubscribeUrl && { unsubscribeUrl: checkedLink(unsubscribeUrl) }),
  }
}

/** A mail may link to web addresses only; anything else is a bug in the caller. */
function checkedLink(address: string): string {
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('A link in a mail must be http or https')
  return url.href
}

function renderText({ title, paragraphs, digest, button, footnote, unsubscribeUrl }: MailContent): string {
  const link = button && `${button.text}:\n${button.url}`
  // Two dashes and a space: mail clients recognise a signature by them.
  const signature = `-- \n${mailFrame.signature}\n${mailFrame.robot}`
  const unsubscribe = unsubscribeUrl && `\n${mailFrame.unsubscribe}:\n${unsubscribeUrl}`
  const blocks = [title, ...paragraphs, digest && digestText(digest), link, footnote, signature + (unsubscribe ?? '')]
  return blocks.filter(Boolean).join('\n\n') + '\n'
}

function digestText({ title, text, items }: NonNullable<MailContent['digest']>): string {
  return [title, text, items.map((item) => `• ${item}`).join('\n')].filter(Boolean).join('\n\n')
}
