import { sellerText } from '@doslovno/texts/account/legal.ts'
import { type MailContent, mailFrame, type MailOrigin } from '@doslovno/texts/mails.ts'

import type { RenderedMail } from '#platform/mail-message.ts'

import { renderHtml } from './html.ts'

export function renderMail(content: MailContent, origin?: MailOrigin): RenderedMail {
  const checked = withCheckedLinks(content)
  const signature = signatureOf(origin)
  return { subject: content.subject, text: renderText(checked, signature), html: renderHtml(checked, signature) }
}

/** The lines under every mail. */
function signatureOf(origin: MailOrigin | undefined): string[] {
  const { signature, robot, support } = mailFrame
  if (!origin) return [signature, robot]
  const seller = origin.seller && sellerText(origin.seller)
  return [signature, `${robot} ${support} ${origin.support}`, ...(seller ? [seller] : [])]
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

function renderText(content: MailContent, lines: readonly string[]): string {
  const { title, paragraphs, digest, button, footnote, unsubscribeUrl } = content
  const link = button && `${button.text}:\n${button.url}`
  // Two dashes and a space: mail clients recognise a signature by them.
  const signature = ['-- ', ...lines].join('\n')
  const unsubscribe = unsubscribeUrl && `\n${mailFrame.unsubscribe}:\n${unsubscribeUrl}`
  const blocks = [title, ...paragraphs, digest && digestText(digest), link, footnote, signature + (unsubscribe ?? '')]
  return blocks.filter(Boolean).join('\n\n') + '\n'
}

function digestText({ title, text, items }: NonNullable<MailContent['digest']>): string {
  return [title, text, items.map((item) => `• ${item}`).join('\n')].filter(Boolean).join('\n\n')
}
