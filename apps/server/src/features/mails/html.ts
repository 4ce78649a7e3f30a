import { brand } from '@doslovno/texts/brand.ts'
import { type MailContent, mailFrame } from '@doslovno/texts/mails.ts'

import { Markup, markup } from '#platform/html.ts'

import { styles, styleSheet } from './styles.ts'

/** Self-contained: opening the mail loads no images, fonts or scripts. */
export function renderHtml(content: MailContent): string {
  return markup`<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${content.subject}</title>
<style>${new Markup(styleSheet)}</style>
</head>
<body class="paper" style="${styles.body}">
${preheader(content.preheader)}
<div class="paper" role="article" lang="ru" aria-label="${content.subject}" style="background-color:#faf9f6">
${outlook('<table role="presentation" width="600" align="center"><tr><td>')}
<div style="${styles.page}">
${wordmark()}
${card(content)}
<p class="hint" style="${styles.footer}">${mailFrame.signature}<br>${mailFrame.robot}${unsubscribe(content)}</p>
</div>
${outlook('</td></tr></table>')}
</div>
</body>
</html>
`.source
}

// Without the filler, mail clients continue the preview with the first words of the body.
function preheader(text: string): Markup {
  const filler = new Markup('&#847;&zwnj;&nbsp;'.repeat(80))
  return markup`<div style="${styles.preheader}">${text}${filler}</div>`
}

function wordmark(): Markup {
  const [start, marked, end] = brand.wordmark
  const middle = markup`<span class="marker" style="${styles.marker}">${marked}</span>`
  return markup`<p class="text" style="${styles.wordmark}">${start}${middle}${end}</p>`
}

function unsubscribe({ unsubscribeUrl }: MailContent): Markup | string {
  return unsubscribeUrl ? markup`<br>${link(unsubscribeUrl, mailFrame.unsubscribe, 'link')}` : ''
}

function card({ title, paragraphs, digest, button, footnote }: MailContent): Markup {
  return markup`<div class="card" style="${styles.card}">
<h1 class="text title" style="${styles.title}">${title}</h1>
${paragraphs.map((text) => markup`<p class="text" style="${styles.paragraph}">${text}</p>`)}
${digest ? digestOf(digest) : ''}
${button ? action(button) : ''}
${footnote ? markup`<p class="quiet" style="${styles.footnote}">${footnote}</p>` : ''}
${button ? address(button.url) : ''}
</div>`
}

function digestOf({ title, text, items }: NonNullable<MailContent['digest']>): Markup {
  return markup`<div class="digest" style="${styles.digest}">
<h2 class="text" style="${styles.heading}">${title}</h2>
${text ? markup`<p class="text" style="${styles.paragraph}">${text}</p>` : ''}
${items.length > 0 ? list(items) : ''}
</div>`
}

function list(items: readonly string[]): Markup {
  return markup`<ul style="${styles.list}">
${items.map((item) => markup`<li class="text" style="${styles.item}">${item}</li>`)}
</ul>`
}

function action({ text, url }: { text: string; url: string }): Markup {
  const label = markup`${wideSpace(26)}<span style="mso-text-raise:13px">${text}</span>${wideSpace(0)}`
  return markup`<p class="action" style="${styles.action}">${link(url, label, 'button')}</p>`
}

// Outlook for Windows ignores the padding of links; wide spaces replace it.
function wideSpace(raisePx: number): Markup {
  return outlook(`<i style="mso-font-width:200%;mso-text-raise:${raisePx}px" hidden>&emsp;</i>`)
}

function address(url: string): Markup {
  return markup`<p class="hint" style="${styles.address}">${mailFrame.linkHint}<br>${link(url, url, 'link')}</p>`
}

function link(url: string, label: string | Markup, look: 'button' | 'link'): Markup {
  return markup`<a class="${look}" href="${url}" target="_blank" rel="noopener noreferrer" style="${styles[look]}">${label}</a>`
}

/** Rendered by Outlook for Windows only. */
function outlook(source: string): Markup {
  return new Markup(`<!--[if mso]>${source}<![endif]-->`)
}
