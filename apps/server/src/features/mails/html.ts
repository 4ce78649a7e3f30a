import { brand } from '@doslovno/texts/brand.ts'
import { type MailContent, mailFrame } from '@doslovno/texts/mails.ts'

import { Markup, markup } from '#platform/html.ts'

/** Self-contained: opening the mail loads no images, fonts or scripts. */
export function renderHtml(content: MailContent, signature: readonly string[]): string {
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
<p class="hint" style="${styles.footer}">${linesOf(signature)}${unsubscribe(content)}</p>
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

function linesOf([first, ...rest]: readonly string[]): Markup {
  return markup`${first ?? ''}${rest.map((line) => markup`<br>${line}`)}`
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

// The colours of apps/web/src/ui/tokens.css. Font names have no quotes, because they are used in attributes.
const font = 'Golos Text,system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'

const markerOf = (colour: string) => `linear-gradient(transparent 58%,${colour} 58%,${colour} 92%,transparent 92%)`

/** Inline, because many mail clients drop the style sheet. */
const styles = {
  body: `margin:0;padding:0;background-color:#faf9f6;color:#1c1a17;font-family:${font};-webkit-text-size-adjust:100%`,
  preheader:
    'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all',
  page: `max-width:600px;margin:0 auto;padding:32px 16px 40px;box-sizing:border-box;font-family:${font}`,
  wordmark:
    'margin:0 0 16px;padding:0 4px;font-size:22px;line-height:28px;font-weight:700;letter-spacing:-0.03em;color:#1c1a17',
  // A client without gradients paints the whole word.
  marker: `background:#ffdd57;background:${markerOf('#ffdd57')}`,
  card: 'padding:36px 40px 32px;background-color:#ffffff;border:1px solid #e8e4dc;border-radius:16px',
  title: 'margin:0 0 20px;font-size:28px;line-height:34px;font-weight:700;letter-spacing:-0.022em;color:#1c1a17',
  paragraph: 'margin:0 0 14px;font-size:16px;line-height:25px;color:#1c1a17',
  digest: 'margin:22px 0 0;padding:18px 20px 8px;background-color:#f4f2ec;border-radius:12px',
  heading: 'margin:0 0 10px;font-size:18px;line-height:25px;font-weight:600;color:#1c1a17',
  list: 'margin:0 0 10px;padding:0 0 0 20px',
  item: 'margin:0 0 8px;font-size:16px;line-height:25px;color:#1c1a17',
  action: 'margin:26px 0 4px',
  button:
    'display:inline-block;padding:13px 26px;background-color:#1c1a17;border-radius:10px;color:#ffffff;' +
    'font-size:16px;line-height:24px;font-weight:600;text-decoration:none;mso-padding-alt:0',
  footnote: 'margin:22px 0 0;font-size:14px;line-height:21px;color:#57534b',
  address:
    'margin:24px 0 0;padding:18px 0 0;border-top:1px solid #e8e4dc;font-size:13px;line-height:20px;color:#716c62',
  link: 'color:#2b55d6;text-decoration:underline;word-break:break-word;overflow-wrap:anywhere',
  footer: 'margin:20px 0 0;padding:0 4px;font-size:13px;line-height:20px;color:#716c62',
} as const

/** Rules that cannot be inline: the dark theme and small screens. */
const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .card { padding: 28px 22px 26px !important; }
  .title { font-size: 24px !important; line-height: 30px !important; }
  .action a { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .paper { background-color: #141416 !important; }
  .card { background-color: #1b1b1e !important; border-color: #2e2e33 !important; }
  .digest { background-color: #242428 !important; }
  .text { color: #efede8 !important; }
  .quiet { color: #b9b6ae !important; }
  .hint { color: #96938b !important; border-color: #2e2e33 !important; }
  .link { color: #8fabff !important; }
  .marker { background: ${markerOf('#6b560f')} !important; }
  .button { background-color: #f3f0e9 !important; color: #17171a !important; }
}
`
